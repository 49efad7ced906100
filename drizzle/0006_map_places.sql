CREATE TABLE `map_cells` (
	`level` integer NOT NULL,
	`kind` integer NOT NULL,
	`category` text NOT NULL,
	`edge` integer NOT NULL,
	`x` integer NOT NULL,
	`y` integer NOT NULL,
	`day` integer NOT NULL,
	`things` integer NOT NULL,
	`sum_x` integer NOT NULL,
	`sum_y` integer NOT NULL,
	PRIMARY KEY(`level`, `kind`, `category`, `edge`, `x`, `y`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `map_things` (
	`kind` integer NOT NULL,
	`id` integer NOT NULL,
	`place_id` integer NOT NULL,
	`category` text NOT NULL,
	`first_day` integer NOT NULL,
	`last_day` integer NOT NULL,
	PRIMARY KEY(`kind`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `map_things_place` ON `map_things` (`place_id`,`kind`,`first_day`,`id`,`last_day`,`category`);--> statement-breakpoint
CREATE TABLE `places` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`region` text NOT NULL,
	`country` text NOT NULL,
	`label` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`x` integer NOT NULL,
	`y` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `places_wide` ON `places` (`country`,`kind`) WHERE kind <> 'town';--> statement-breakpoint
ALTER TABLE `events` ADD `place_id` integer REFERENCES places(id);--> statement-breakpoint
ALTER TABLE `events` ADD `place_text` text;--> statement-breakpoint
CREATE INDEX `events_place` ON `events` (`place_id`,`status`,`start_date`,`id`);--> statement-breakpoint
CREATE INDEX `events_unplaced` ON `events` (`id`) WHERE place_text IS NULL;--> statement-breakpoint
ALTER TABLE `garages` ADD `place_id` integer REFERENCES places(id);--> statement-breakpoint
ALTER TABLE `garages` ADD `place_text` text;--> statement-breakpoint
CREATE INDEX `garages_place` ON `garages` (`place_id`,`show_on_map`,`hidden`,`id`);--> statement-breakpoint
CREATE INDEX `garages_unplaced` ON `garages` (`id`) WHERE place_text IS NULL;
--> statement-breakpoint
-- Towns by where they lie on the flat map.
CREATE VIRTUAL TABLE place_box USING rtree_i32(id, west, east, north, south);
--> statement-breakpoint
CREATE TRIGGER places_box_insert AFTER INSERT ON places WHEN new.kind = 'town' BEGIN
  INSERT INTO place_box (id, west, east, north, south) VALUES (new.id, new.x, new.x, new.y, new.y);
END;
--> statement-breakpoint
-- The sizes of squares that are counted: 0 is a town for itself, the others are powers of two across the map.
CREATE TABLE map_levels (level INTEGER PRIMARY KEY);
--> statement-breakpoint
INSERT INTO map_levels (level) VALUES (0), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12);
--> statement-breakpoint
-- The ends by which things are counted: garages (0) have no days, events (1) a last and a first one.
CREATE TABLE map_edges (kind INTEGER NOT NULL, edge INTEGER NOT NULL, PRIMARY KEY (kind, edge)) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO map_edges (kind, edge) VALUES (0, 0), (1, 0), (1, 1);
--> statement-breakpoint
CREATE TRIGGER map_things_insert AFTER INSERT ON map_things BEGIN
  INSERT INTO map_cells (level, kind, category, edge, x, y, day, things, sum_x, sum_y)
  SELECT l.level, new.kind, c.category, e.edge,
    CASE l.level WHEN 0 THEN p.id ELSE p.x >> (16 - l.level) END,
    CASE l.level WHEN 0 THEN 0 ELSE p.y >> (16 - l.level) END,
    CASE e.edge WHEN 0 THEN new.last_day ELSE new.first_day END,
    1, p.x, p.y
  FROM places p, map_levels l, map_edges e, (SELECT '' AS category UNION SELECT new.category) c
  WHERE p.id = new.place_id AND e.kind = new.kind
  ON CONFLICT DO UPDATE SET things = things + excluded.things, sum_x = sum_x + excluded.sum_x, sum_y = sum_y + excluded.sum_y;
END;
--> statement-breakpoint
CREATE TRIGGER map_things_delete AFTER DELETE ON map_things BEGIN
  INSERT INTO map_cells (level, kind, category, edge, x, y, day, things, sum_x, sum_y)
  SELECT l.level, old.kind, c.category, e.edge,
    CASE l.level WHEN 0 THEN p.id ELSE p.x >> (16 - l.level) END,
    CASE l.level WHEN 0 THEN 0 ELSE p.y >> (16 - l.level) END,
    CASE e.edge WHEN 0 THEN old.last_day ELSE old.first_day END,
    -1, -p.x, -p.y
  FROM places p, map_levels l, map_edges e, (SELECT '' AS category UNION SELECT old.category) c
  WHERE p.id = old.place_id AND e.kind = old.kind
  ON CONFLICT DO UPDATE SET things = things + excluded.things, sum_x = sum_x + excluded.sum_x, sum_y = sum_y + excluded.sum_y;
END;
--> statement-breakpoint
CREATE TRIGGER map_cells_empty AFTER UPDATE OF things ON map_cells WHEN new.things = 0 BEGIN
  DELETE FROM map_cells WHERE level = new.level AND kind = new.kind AND category = new.category AND edge = new.edge
    AND x = new.x AND y = new.y AND day = new.day;
END;
--> statement-breakpoint
-- What the map shows of garages.
CREATE TRIGGER garages_map_insert AFTER INSERT ON garages BEGIN
  INSERT INTO map_things (kind, id, place_id, category, first_day, last_day)
  SELECT 0, new.id, new.place_id, '', 0, 2147483647
  FROM places WHERE id = new.place_id AND kind = 'town' AND new.hidden = 0 AND new.show_on_map = 1;
END;
--> statement-breakpoint
CREATE TRIGGER garages_map_update AFTER UPDATE OF place_id, show_on_map, hidden ON garages
WHEN new.place_id IS NOT old.place_id OR new.show_on_map <> old.show_on_map OR new.hidden <> old.hidden BEGIN
  DELETE FROM map_things WHERE kind = 0 AND id = old.id;
  INSERT INTO map_things (kind, id, place_id, category, first_day, last_day)
  SELECT 0, new.id, new.place_id, '', 0, 2147483647
  FROM places WHERE id = new.place_id AND kind = 'town' AND new.hidden = 0 AND new.show_on_map = 1;
END;
--> statement-breakpoint
CREATE TRIGGER garages_map_delete AFTER DELETE ON garages BEGIN
  DELETE FROM map_things WHERE kind = 0 AND id = old.id;
END;
--> statement-breakpoint
-- What the map shows of events.
CREATE TRIGGER events_map_insert AFTER INSERT ON events BEGIN
  INSERT INTO map_things (kind, id, place_id, category, first_day, last_day)
  SELECT 1, new.id, new.place_id, new.category, CAST(julianday(substr(new.start_date, 1, 10)) - 2440587.5 AS INTEGER), CAST(julianday(substr(new.end_date, 1, 10)) - 2440587.5 AS INTEGER)
  FROM places WHERE id = new.place_id AND kind = 'town' AND new.status = 'approved';
END;
--> statement-breakpoint
CREATE TRIGGER events_map_update AFTER UPDATE OF place_id, status, category, start_date, end_date ON events BEGIN
  DELETE FROM map_things WHERE kind = 1 AND id = old.id;
  INSERT INTO map_things (kind, id, place_id, category, first_day, last_day)
  SELECT 1, new.id, new.place_id, new.category, CAST(julianday(substr(new.start_date, 1, 10)) - 2440587.5 AS INTEGER), CAST(julianday(substr(new.end_date, 1, 10)) - 2440587.5 AS INTEGER)
  FROM places WHERE id = new.place_id AND kind = 'town' AND new.status = 'approved';
END;
--> statement-breakpoint
CREATE TRIGGER events_map_delete AFTER DELETE ON events BEGIN
  DELETE FROM map_things WHERE kind = 1 AND id = old.id;
END;
