-- A garage card shows its newest photographed vehicle; Featured picks among garages that have one.
CREATE INDEX vehicles_with_cover ON vehicles (garage_id, id) WHERE cover_photo IS NOT NULL;
--> statement-breakpoint
CREATE INDEX garages_photographed ON garages (id) WHERE hidden = 0 AND photo_count > 0;
--> statement-breakpoint
-- Totals of what is shown.
INSERT INTO site_totals (name, total) VALUES ('garages', 0), ('vehicles', 0);
--> statement-breakpoint
CREATE TRIGGER garages_total_insert AFTER INSERT ON garages WHEN new.hidden = 0 BEGIN
  UPDATE site_totals SET total = total + 1 WHERE name = 'garages';
END;
--> statement-breakpoint
CREATE TRIGGER garages_total_delete AFTER DELETE ON garages WHEN old.hidden = 0 BEGIN
  UPDATE site_totals SET total = total - 1 WHERE name = 'garages';
END;
--> statement-breakpoint
CREATE TRIGGER garages_total_hidden AFTER UPDATE OF hidden ON garages WHEN new.hidden <> old.hidden BEGIN
  UPDATE site_totals SET total = total + old.hidden - new.hidden WHERE name = 'garages';
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_total_insert AFTER INSERT ON vehicles WHEN new.hidden = 0 BEGIN
  UPDATE site_totals SET total = total + 1 WHERE name = 'vehicles';
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_total_delete AFTER DELETE ON vehicles WHEN old.hidden = 0 BEGIN
  UPDATE site_totals SET total = total - 1 WHERE name = 'vehicles';
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_total_hidden AFTER UPDATE OF hidden ON vehicles WHEN new.hidden <> old.hidden BEGIN
  UPDATE site_totals SET total = total + old.hidden - new.hidden WHERE name = 'vehicles';
END;
--> statement-breakpoint
-- Vehicles and photos of a garage.
CREATE TRIGGER garage_vehicle_insert AFTER INSERT ON vehicles BEGIN
  UPDATE garages SET vehicle_count = vehicle_count + 1, photo_count = photo_count + new.photo_count WHERE id = new.garage_id;
END;
--> statement-breakpoint
CREATE TRIGGER garage_vehicle_delete AFTER DELETE ON vehicles BEGIN
  UPDATE garages SET vehicle_count = vehicle_count - 1, photo_count = photo_count - old.photo_count WHERE id = old.garage_id;
END;
--> statement-breakpoint
CREATE TRIGGER garage_photo_count AFTER UPDATE OF photo_count ON vehicles BEGIN
  UPDATE garages SET photo_count = photo_count + new.photo_count - old.photo_count WHERE id = new.garage_id;
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_photo_insert AFTER INSERT ON photos BEGIN
  UPDATE vehicles SET photo_count = photo_count + 1 WHERE id = new.vehicle_id;
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_photo_delete AFTER DELETE ON photos BEGIN
  UPDATE vehicles SET photo_count = photo_count - 1 WHERE id = old.vehicle_id;
END;
--> statement-breakpoint
-- Shown likes.
CREATE TRIGGER likes_count_insert AFTER INSERT ON likes WHEN new.hidden = 0 BEGIN
  UPDATE vehicles SET like_count = like_count + 1 WHERE id = new.vehicle_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_count_delete AFTER DELETE ON likes WHEN old.hidden = 0 BEGIN
  UPDATE vehicles SET like_count = like_count - 1 WHERE id = old.vehicle_id;
END;
--> statement-breakpoint
CREATE TRIGGER likes_count_hidden AFTER UPDATE OF hidden ON likes WHEN new.hidden <> old.hidden BEGIN
  UPDATE vehicles SET like_count = like_count + old.hidden - new.hidden WHERE id = new.vehicle_id;
END;
--> statement-breakpoint
-- Shown comments.
CREATE TRIGGER comments_count_insert AFTER INSERT ON comments WHEN new.hidden = 0 BEGIN
  UPDATE vehicles SET comment_count = comment_count + 1 WHERE id = new.vehicle_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_count_delete AFTER DELETE ON comments WHEN old.hidden = 0 BEGIN
  UPDATE vehicles SET comment_count = comment_count - 1 WHERE id = old.vehicle_id;
END;
--> statement-breakpoint
CREATE TRIGGER comments_count_hidden AFTER UPDATE OF hidden ON comments WHEN new.hidden <> old.hidden BEGIN
  UPDATE vehicles SET comment_count = comment_count + old.hidden - new.hidden WHERE id = new.vehicle_id;
END;
--> statement-breakpoint
-- Shown follows.
CREATE TRIGGER follows_count_insert AFTER INSERT ON follows WHEN new.hidden = 0 BEGIN
  UPDATE users SET follower_count = follower_count + 1 WHERE id = new.followed_id;
END;
--> statement-breakpoint
CREATE TRIGGER follows_count_delete AFTER DELETE ON follows WHEN old.hidden = 0 BEGIN
  UPDATE users SET follower_count = follower_count - 1 WHERE id = old.followed_id;
END;
--> statement-breakpoint
CREATE TRIGGER follows_count_hidden AFTER UPDATE OF hidden ON follows WHEN new.hidden <> old.hidden BEGIN
  UPDATE users SET follower_count = follower_count + old.hidden - new.hidden WHERE id = new.followed_id;
END;
--> statement-breakpoint
-- Shown reviews and the sum that the average is made of.
CREATE TRIGGER reviews_count_insert AFTER INSERT ON reviews WHEN new.hidden = 0 BEGIN
  UPDATE garages SET review_count = review_count + 1, rating_sum = rating_sum + new.rating WHERE id = new.garage_id;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_count_delete AFTER DELETE ON reviews WHEN old.hidden = 0 BEGIN
  UPDATE garages SET review_count = review_count - 1, rating_sum = rating_sum - old.rating WHERE id = old.garage_id;
END;
--> statement-breakpoint
CREATE TRIGGER reviews_count_update AFTER UPDATE OF hidden, rating ON reviews BEGIN
  UPDATE garages SET
    review_count = review_count + old.hidden - new.hidden,
    rating_sum = rating_sum - (1 - old.hidden) * old.rating + (1 - new.hidden) * new.rating
  WHERE id = new.garage_id;
END;
--> statement-breakpoint
-- Deactivation hides everything a person shows, and nothing is lost (moderation README, Deactivate and reactivate).
CREATE TRIGGER users_active AFTER UPDATE OF active ON users WHEN new.active <> old.active BEGIN
  UPDATE garages SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE vehicles SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE likes SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE comments SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE reviews SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE follows SET hidden = 1 - (new.active AND (SELECT active FROM users WHERE id = followed_id)) WHERE follower_id = new.id;
  UPDATE follows SET hidden = 1 - (new.active AND (SELECT active FROM users WHERE id = follower_id)) WHERE followed_id = new.id;
END;
--> statement-breakpoint
-- The log can only grow.
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
-- Substring search over folded text (garages).
CREATE VIRTUAL TABLE garages_fts USING fts5(name_folded, content='garages', content_rowid='id', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER garages_fts_insert AFTER INSERT ON garages BEGIN
  INSERT INTO garages_fts (rowid, name_folded) VALUES (new.id, new.name_folded);
END;
--> statement-breakpoint
CREATE TRIGGER garages_fts_delete AFTER DELETE ON garages BEGIN
  INSERT INTO garages_fts (garages_fts, rowid, name_folded) VALUES ('delete', old.id, old.name_folded);
END;
--> statement-breakpoint
CREATE TRIGGER garages_fts_update AFTER UPDATE OF name_folded ON garages BEGIN
  INSERT INTO garages_fts (garages_fts, rowid, name_folded) VALUES ('delete', old.id, old.name_folded);
  INSERT INTO garages_fts (rowid, name_folded) VALUES (new.id, new.name_folded);
END;
--> statement-breakpoint
-- Substring search over folded text (users).
CREATE VIRTUAL TABLE users_fts USING fts5(name_folded, content='users', content_rowid='id', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER users_fts_insert AFTER INSERT ON users BEGIN
  INSERT INTO users_fts (rowid, name_folded) VALUES (new.id, new.name_folded);
END;
--> statement-breakpoint
CREATE TRIGGER users_fts_delete AFTER DELETE ON users BEGIN
  INSERT INTO users_fts (users_fts, rowid, name_folded) VALUES ('delete', old.id, old.name_folded);
END;
--> statement-breakpoint
CREATE TRIGGER users_fts_update AFTER UPDATE OF name_folded ON users BEGIN
  INSERT INTO users_fts (users_fts, rowid, name_folded) VALUES ('delete', old.id, old.name_folded);
  INSERT INTO users_fts (rowid, name_folded) VALUES (new.id, new.name_folded);
END;
--> statement-breakpoint
-- Substring search over folded text (vehicles).
CREATE VIRTUAL TABLE vehicles_fts USING fts5(search_text, content='vehicles', content_rowid='id', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER vehicles_fts_insert AFTER INSERT ON vehicles BEGIN
  INSERT INTO vehicles_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_fts_delete AFTER DELETE ON vehicles BEGIN
  INSERT INTO vehicles_fts (vehicles_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_fts_update AFTER UPDATE OF search_text ON vehicles BEGIN
  INSERT INTO vehicles_fts (vehicles_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
  INSERT INTO vehicles_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
