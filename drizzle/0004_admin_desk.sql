CREATE INDEX `users_newest` ON `users` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`id`);--> statement-breakpoint
-- Substring search over addresses, for admins only: apart from users_fts, which everybody searches.
CREATE VIRTUAL TABLE users_email_fts USING fts5(email, content='users', content_rowid='id', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER users_email_fts_insert AFTER INSERT ON users BEGIN
  INSERT INTO users_email_fts (rowid, email) VALUES (new.id, new.email);
END;
--> statement-breakpoint
CREATE TRIGGER users_email_fts_delete AFTER DELETE ON users BEGIN
  INSERT INTO users_email_fts (users_email_fts, rowid, email) VALUES ('delete', old.id, old.email);
END;
--> statement-breakpoint
CREATE TRIGGER users_email_fts_update AFTER UPDATE OF email ON users BEGIN
  INSERT INTO users_email_fts (users_email_fts, rowid, email) VALUES ('delete', old.id, old.email);
  INSERT INTO users_email_fts (rowid, email) VALUES (new.id, new.email);
END;
--> statement-breakpoint
INSERT INTO users_email_fts (users_email_fts) VALUES ('rebuild');
