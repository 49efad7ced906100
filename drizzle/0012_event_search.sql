-- Substring search over folded titles (events).
CREATE VIRTUAL TABLE events_fts USING fts5(title_folded, content='events', content_rowid='id', tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER events_fts_insert AFTER INSERT ON events BEGIN
  INSERT INTO events_fts (rowid, title_folded) VALUES (new.id, new.title_folded);
END;
--> statement-breakpoint
CREATE TRIGGER events_fts_delete AFTER DELETE ON events BEGIN
  INSERT INTO events_fts (events_fts, rowid, title_folded) VALUES ('delete', old.id, old.title_folded);
END;
--> statement-breakpoint
CREATE TRIGGER events_fts_update AFTER UPDATE OF title_folded ON events BEGIN
  INSERT INTO events_fts (events_fts, rowid, title_folded) VALUES ('delete', old.id, old.title_folded);
  INSERT INTO events_fts (rowid, title_folded) VALUES (new.id, new.title_folded);
END;
--> statement-breakpoint
INSERT INTO events_fts (events_fts) VALUES ('rebuild');
