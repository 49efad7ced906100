ALTER TABLE `users` ADD `last_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `storage_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `users_seen` ON `users` (`last_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_storage` ON `users` (`storage_bytes`,`id`);--> statement-breakpoint
UPDATE users SET
  last_seen_at = max(created_at, coalesce((SELECT max(last_seen_at) FROM sessions WHERE user_id = users.id), 0)),
  storage_bytes =
    coalesce((SELECT sum(p.bytes) FROM photos p JOIN vehicles v ON v.id = p.vehicle_id WHERE v.user_id = users.id), 0)
    + coalesce((SELECT sum(image_bytes) FROM events WHERE user_id = users.id), 0)
    + coalesce((SELECT sum(c.image_bytes) FROM event_changes c JOIN events e ON e.id = c.event_id
      WHERE e.user_id = users.id), 0);
--> statement-breakpoint
CREATE TRIGGER users_seen_insert AFTER INSERT ON users WHEN new.last_seen_at < new.created_at BEGIN
  UPDATE users SET last_seen_at = new.created_at WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_seen_insert AFTER INSERT ON sessions BEGIN
  UPDATE users SET last_seen_at = new.last_seen_at WHERE id = new.user_id AND last_seen_at < new.last_seen_at;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_seen_update AFTER UPDATE OF last_seen_at ON sessions BEGIN
  UPDATE users SET last_seen_at = new.last_seen_at WHERE id = new.user_id AND last_seen_at < new.last_seen_at;
END;
--> statement-breakpoint
CREATE TRIGGER photos_storage_insert AFTER INSERT ON photos BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.bytes WHERE id = (SELECT user_id FROM vehicles WHERE id = new.vehicle_id);
END;
--> statement-breakpoint
CREATE TRIGGER photos_storage_update AFTER UPDATE OF bytes ON photos BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.bytes - old.bytes WHERE id = (SELECT user_id FROM vehicles WHERE id = new.vehicle_id);
END;
--> statement-breakpoint
CREATE TRIGGER photos_storage_delete AFTER DELETE ON photos BEGIN
  UPDATE users SET storage_bytes = storage_bytes - old.bytes WHERE id = (SELECT user_id FROM vehicles WHERE id = old.vehicle_id);
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_storage_delete BEFORE DELETE ON vehicles BEGIN
  UPDATE users SET storage_bytes = storage_bytes
    - coalesce((SELECT sum(bytes) FROM photos WHERE vehicle_id = old.id), 0) WHERE id = old.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER events_storage_insert AFTER INSERT ON events BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.image_bytes WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER events_storage_update AFTER UPDATE OF image_bytes ON events BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.image_bytes - old.image_bytes WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER events_storage_delete BEFORE DELETE ON events BEGIN
  UPDATE users SET storage_bytes = storage_bytes - old.image_bytes
    - coalesce((SELECT sum(image_bytes) FROM event_changes WHERE event_id = old.id), 0) WHERE id = old.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER changes_storage_insert AFTER INSERT ON event_changes BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.image_bytes WHERE id = (SELECT user_id FROM events WHERE id = new.event_id);
END;
--> statement-breakpoint
CREATE TRIGGER changes_storage_update AFTER UPDATE OF image_bytes ON event_changes BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.image_bytes - old.image_bytes WHERE id = (SELECT user_id FROM events WHERE id = new.event_id);
END;
--> statement-breakpoint
CREATE TRIGGER changes_storage_delete AFTER DELETE ON event_changes BEGIN
  UPDATE users SET storage_bytes = storage_bytes - old.image_bytes WHERE id = (SELECT user_id FROM events WHERE id = old.event_id);
END;
