CREATE TABLE `event_series` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`every` text NOT NULL,
	`weeks` integer,
	`week` text,
	`weekday` integer,
	`until` text,
	`count` integer,
	`start_date` text NOT NULL,
	`last_made` text NOT NULL,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `event_series_user` ON `event_series` (`user_id`);--> statement-breakpoint
CREATE INDEX `event_series_open` ON `event_series` (`last_made`) WHERE ended_at IS NULL;--> statement-breakpoint
DROP INDEX `map_things_place`;--> statement-breakpoint
ALTER TABLE `map_things` ADD `previous_day` integer DEFAULT -1000000 NOT NULL;--> statement-breakpoint
CREATE INDEX `map_things_place` ON `map_things` (`place_id`,`kind`,`first_day`,`id`,`last_day`,`category`,`previous_day`);--> statement-breakpoint
ALTER TABLE `event_changes` ADD `scope` text DEFAULT 'one' NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `series_id` integer REFERENCES event_series(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `recurrence_date` text;--> statement-breakpoint
ALTER TABLE `events` ADD `own_fields` text;--> statement-breakpoint
ALTER TABLE `events` ADD `previous_end` text;--> statement-breakpoint
CREATE UNIQUE INDEX `events_recurrence` ON `events` (`series_id`,`recurrence_date`) WHERE series_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `events_series` ON `events` (`series_id`,`start_date`,`id`,`status`,`cancelled_at`,`end_date`) WHERE series_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER events_series_insert AFTER INSERT ON events WHEN new.series_id IS NOT NULL BEGIN
  UPDATE events SET previous_end = (SELECT max(earlier.end_date) FROM events AS earlier
    WHERE earlier.series_id = events.series_id AND earlier.status = 'approved' AND earlier.cancelled_at IS NULL
      AND (earlier.start_date, earlier.id) < (events.start_date, events.id))
  WHERE series_id = new.series_id AND start_date >= new.start_date;
END;
--> statement-breakpoint
CREATE TRIGGER events_series_update AFTER UPDATE OF series_id, status, cancelled_at, start_date, end_date ON events
WHEN new.series_id IS NOT NULL AND (old.series_id, old.status, old.cancelled_at, old.start_date, old.end_date)
  IS NOT (new.series_id, new.status, new.cancelled_at, new.start_date, new.end_date) BEGIN
  UPDATE events SET previous_end = (SELECT max(earlier.end_date) FROM events AS earlier
    WHERE earlier.series_id = events.series_id AND earlier.status = 'approved' AND earlier.cancelled_at IS NULL
      AND (earlier.start_date, earlier.id) < (events.start_date, events.id))
  WHERE series_id = new.series_id AND start_date >= min(old.start_date, new.start_date);
END;
--> statement-breakpoint
CREATE TRIGGER events_series_delete AFTER DELETE ON events WHEN old.series_id IS NOT NULL BEGIN
  UPDATE events SET previous_end = (SELECT max(earlier.end_date) FROM events AS earlier
    WHERE earlier.series_id = events.series_id AND earlier.status = 'approved' AND earlier.cancelled_at IS NULL
      AND (earlier.start_date, earlier.id) < (events.start_date, events.id))
  WHERE series_id = old.series_id AND start_date >= old.start_date;
END;
--> statement-breakpoint
DROP TRIGGER events_map_insert;
--> statement-breakpoint
DROP TRIGGER events_map_update;
--> statement-breakpoint
DROP TRIGGER map_things_insert;
--> statement-breakpoint
DROP TRIGGER map_things_delete;
--> statement-breakpoint
CREATE TRIGGER events_map_insert AFTER INSERT ON events BEGIN
  INSERT INTO map_things (kind, id, place_id, category, first_day, last_day, previous_day)
  SELECT 1, events.id, events.place_id, events.category, CAST(julianday(substr(start_date, 1, 10)) - 2440587.5 AS INTEGER), CAST(julianday(substr(end_date, 1, 10)) - 2440587.5 AS INTEGER),
    coalesce(CAST(julianday(substr(min(previous_end, end_date), 1, 10)) - 2440587.5 AS INTEGER), -1000000)
  FROM events JOIN places ON places.id = events.place_id
  WHERE events.id = new.id AND places.kind = 'town' AND events.status = 'approved';
END;
--> statement-breakpoint
CREATE TRIGGER events_map_update AFTER UPDATE OF place_id, status, category, start_date, end_date, previous_end ON events
WHEN (old.place_id, old.status, old.category, old.start_date, old.end_date, old.previous_end)
  IS NOT (new.place_id, new.status, new.category, new.start_date, new.end_date, new.previous_end) BEGIN
  DELETE FROM map_things WHERE kind = 1 AND id = old.id;
  INSERT INTO map_things (kind, id, place_id, category, first_day, last_day, previous_day)
  SELECT 1, events.id, events.place_id, events.category, CAST(julianday(substr(start_date, 1, 10)) - 2440587.5 AS INTEGER), CAST(julianday(substr(end_date, 1, 10)) - 2440587.5 AS INTEGER),
    coalesce(CAST(julianday(substr(min(previous_end, end_date), 1, 10)) - 2440587.5 AS INTEGER), -1000000)
  FROM events JOIN places ON places.id = events.place_id
  WHERE events.id = new.id AND places.kind = 'town' AND events.status = 'approved';
END;
--> statement-breakpoint
CREATE TRIGGER map_things_insert AFTER INSERT ON map_things BEGIN
  INSERT INTO map_cells (level, kind, category, edge, x, y, day, things, sum_x, sum_y)
  SELECT l.level, new.kind, c.category, e.edge,
    CASE l.level WHEN 0 THEN p.id ELSE p.x >> (16 - l.level) END,
    CASE l.level WHEN 0 THEN 0 ELSE p.y >> (16 - l.level) END,
    CASE e.edge WHEN 0 THEN new.last_day WHEN 1 THEN new.first_day ELSE new.previous_day END,
    1, p.x, p.y
  FROM places p, map_levels l, map_edges e, (SELECT '' AS category UNION SELECT new.category) c
  WHERE p.id = new.place_id AND e.kind = new.kind AND (e.edge < 2 OR new.previous_day > -1000000)
  ON CONFLICT DO UPDATE SET things = things + excluded.things, sum_x = sum_x + excluded.sum_x, sum_y = sum_y + excluded.sum_y;
END;
--> statement-breakpoint
CREATE TRIGGER map_things_delete AFTER DELETE ON map_things BEGIN
  INSERT INTO map_cells (level, kind, category, edge, x, y, day, things, sum_x, sum_y)
  SELECT l.level, old.kind, c.category, e.edge,
    CASE l.level WHEN 0 THEN p.id ELSE p.x >> (16 - l.level) END,
    CASE l.level WHEN 0 THEN 0 ELSE p.y >> (16 - l.level) END,
    CASE e.edge WHEN 0 THEN old.last_day WHEN 1 THEN old.first_day ELSE old.previous_day END,
    -1, -p.x, -p.y
  FROM places p, map_levels l, map_edges e, (SELECT '' AS category UNION SELECT old.category) c
  WHERE p.id = old.place_id AND e.kind = old.kind AND (e.edge < 2 OR old.previous_day > -1000000)
  ON CONFLICT DO UPDATE SET things = things + excluded.things, sum_x = sum_x + excluded.sum_x, sum_y = sum_y + excluded.sum_y;
END;
--> statement-breakpoint
INSERT INTO map_edges (kind, edge) VALUES (1, 2);
