-- How often what everybody may see has changed: answers that visitors get are kept ready for as long as this number stays
-- the same, in any process. Counters have no trigger here, because they change only with rows that have one; what is
-- hidden, pending or nobody's business has none either.
CREATE TABLE public_changes (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL);
--> statement-breakpoint
INSERT INTO public_changes (id, version) VALUES (1, 0);
--> statement-breakpoint
CREATE TRIGGER users_public_insert AFTER INSERT ON users WHEN new.active = 1 AND new.verified_at IS NOT NULL BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER users_public_update AFTER UPDATE OF name, name_folded, avatar, bio, location, active, verified_at,
  created_at ON users
WHEN (old.active = 1 AND old.verified_at IS NOT NULL) OR (new.active = 1 AND new.verified_at IS NOT NULL) BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER users_public_delete AFTER DELETE ON users WHEN old.active = 1 AND old.verified_at IS NOT NULL BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER garages_public_insert AFTER INSERT ON garages WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER garages_public_update AFTER UPDATE OF user_id, name, name_folded, description, cover_photo, location,
  is_public_address, address, show_on_map, created_at, updated_at, place_id, place_text, hidden ON garages
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER garages_public_delete AFTER DELETE ON garages WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_public_insert AFTER INSERT ON vehicles WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_public_update AFTER UPDATE OF garage_id, user_id, make, model, year, condition, description,
  story, cover_photo, search_text, created_at, updated_at, hidden ON vehicles
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_public_delete AFTER DELETE ON vehicles WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER photos_public_insert AFTER INSERT ON photos WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER photos_public_update AFTER UPDATE OF vehicle_id, photo, caption, position, created_at, hidden ON photos
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER photos_public_delete AFTER DELETE ON photos WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER likes_public_insert AFTER INSERT ON likes WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER likes_public_update AFTER UPDATE OF vehicle_id, user_id, created_at, hidden ON likes
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER likes_public_delete AFTER DELETE ON likes WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER comments_public_insert AFTER INSERT ON comments WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER comments_public_update AFTER UPDATE OF vehicle_id, user_id, text, created_at, hidden ON comments
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER comments_public_delete AFTER DELETE ON comments WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_public_insert AFTER INSERT ON reviews WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_public_update AFTER UPDATE OF garage_id, user_id, rating, review, created_at, updated_at,
  hidden ON reviews
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_public_delete AFTER DELETE ON reviews WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER follows_public_insert AFTER INSERT ON follows WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER follows_public_update AFTER UPDATE OF follower_id, followed_id, created_at, hidden ON follows
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER follows_public_delete AFTER DELETE ON follows WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER events_public_insert AFTER INSERT ON events WHEN new.status = 'approved' BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER events_public_update AFTER UPDATE OF user_id, title, title_folded, start_date, end_date, location,
  category, url, short_description, full_description, image, status, sequence, created_at, updated_at, place_id,
  place_text ON events
WHEN old.status = 'approved' OR new.status = 'approved' BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER events_public_delete AFTER DELETE ON events WHEN old.status = 'approved' BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER event_attendances_public_insert AFTER INSERT ON event_attendances WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER event_attendances_public_update AFTER UPDATE OF event_id, user_id, vehicle_id, created_at, hidden ON
  event_attendances
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER event_attendances_public_delete AFTER DELETE ON event_attendances WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
