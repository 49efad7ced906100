CREATE TABLE `activities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`user_id` integer NOT NULL,
	`vehicle_id` integer NOT NULL,
	`entry_id` integer,
	`day` integer,
	`photo_count` integer DEFAULT 0 NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`entry_id`) REFERENCES `build_entries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `activities_owner` ON `activities` (`user_id`,`hidden`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `activities_vehicle` ON `activities` (`vehicle_id`,`type`,`day`);--> statement-breakpoint
CREATE INDEX `activities_entry` ON `activities` (`entry_id`);--> statement-breakpoint
CREATE TABLE `build_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vehicle_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`date` text NOT NULL,
	`mileage` integer,
	`unit` text,
	`status` text,
	`area` text,
	`cost` integer,
	`currency` text,
	`cost_is_public` integer DEFAULT false NOT NULL,
	`parts` text DEFAULT '[]' NOT NULL,
	`photo_count` integer DEFAULT 0 NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `build_entries_vehicle` ON `build_entries` (`vehicle_id`,`hidden`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `build_entries_kind` ON `build_entries` (`vehicle_id`,`kind`,`hidden`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `build_entries_newest` ON `build_entries` (`hidden`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `build_entries_user` ON `build_entries` (`user_id`,`hidden`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `makes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`vehicle_count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `makes_key_unique` ON `makes` (`key`);--> statement-breakpoint
CREATE INDEX `makes_biggest` ON `makes` (vehicle_count DESC,`key`) WHERE vehicle_count > 0;--> statement-breakpoint
CREATE INDEX `makes_by_name` ON `makes` (`key`) WHERE vehicle_count > 0;--> statement-breakpoint
CREATE TABLE `models` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`make_id` integer NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`vehicle_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`make_id`) REFERENCES `makes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `models_key` ON `models` (`make_id`,`key`);--> statement-breakpoint
CREATE INDEX `models_biggest` ON `models` (`make_id`,vehicle_count DESC,`key`) WHERE vehicle_count > 0;--> statement-breakpoint
CREATE TABLE `spellings` (
	`make_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`spelling` text NOT NULL,
	`is_alias` integer NOT NULL,
	`vehicle_count` integer DEFAULT 0 NOT NULL,
	`since` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`make_id`, `model_id`, `spelling`)
);
--> statement-breakpoint
CREATE INDEX `spellings_most_used` ON `spellings` (`make_id`,`model_id`,`is_alias`,`vehicle_count`,`since`);--> statement-breakpoint
CREATE TABLE `vehicle_years` (
	`make_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`year` integer NOT NULL,
	`vehicle_count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`make_id`, `model_id`, `year`)
);
--> statement-breakpoint
DROP INDEX `photos_vehicle`;--> statement-breakpoint
ALTER TABLE `photos` ADD `entry_id` integer REFERENCES build_entries(id) ON DELETE CASCADE;--> statement-breakpoint
CREATE INDEX `photos_entry` ON `photos` (`entry_id`,`position`);--> statement-breakpoint
CREATE INDEX `photos_vehicle` ON `photos` (`vehicle_id`,`entry_id`,`position`);--> statement-breakpoint
ALTER TABLE `vehicles` ADD `make_id` integer REFERENCES makes(id);--> statement-breakpoint
ALTER TABLE `vehicles` ADD `model_id` integer REFERENCES models(id);--> statement-breakpoint
ALTER TABLE `vehicles` ADD `specs` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `vehicles` ADD `build_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX `vehicles_newest`;--> statement-breakpoint
CREATE INDEX `vehicles_newest` ON `vehicles` (`hidden`,`created_at`,`id`,`year`);--> statement-breakpoint
CREATE INDEX `vehicles_year` ON `vehicles` (`hidden`,`year`,`created_at`,`id`,`like_count`);--> statement-breakpoint
CREATE INDEX `vehicles_liked` ON `vehicles` (`hidden`,`like_count`,`id`,`year`);--> statement-breakpoint
CREATE INDEX `vehicles_make` ON `vehicles` (`make_id`,`hidden`,`created_at`,`id`,`year`);--> statement-breakpoint
CREATE INDEX `vehicles_make_year` ON `vehicles` (`make_id`,`hidden`,`year`,`created_at`,`id`,`like_count`);--> statement-breakpoint
CREATE INDEX `vehicles_make_liked` ON `vehicles` (`make_id`,`hidden`,`like_count`,`id`,`year`);--> statement-breakpoint
CREATE INDEX `vehicles_model` ON `vehicles` (`model_id`,`hidden`,`created_at`,`id`,`year`);--> statement-breakpoint
CREATE INDEX `vehicles_model_year` ON `vehicles` (`model_id`,`hidden`,`year`,`created_at`,`id`,`like_count`);--> statement-breakpoint
CREATE INDEX `vehicles_model_liked` ON `vehicles` (`model_id`,`hidden`,`like_count`,`id`,`year`);
--> statement-breakpoint
-- Makes, models, their spellings and years count the shown vehicles that are filed under them; the years of all makes
-- count all, filed or not. What a vehicle adds is said once: a row put into this view is added (change 1) or taken away
-- (change -1).
CREATE VIEW filed_vehicles AS
  SELECT 0 AS change, id, make_id, model_id, make, model, year FROM vehicles WHERE 0;
--> statement-breakpoint
CREATE TRIGGER filed_vehicles_count INSTEAD OF INSERT ON filed_vehicles BEGIN
  UPDATE makes SET vehicle_count = vehicle_count + new.change WHERE id = new.make_id;
  UPDATE models SET vehicle_count = vehicle_count + new.change WHERE id = new.model_id;
  INSERT INTO vehicle_years (make_id, model_id, year, vehicle_count)
  SELECT 0, 0, new.year, new.change
  UNION ALL SELECT new.make_id, 0, new.year, new.change WHERE new.model_id IS NOT NULL
  UNION ALL SELECT new.make_id, new.model_id, new.year, new.change WHERE new.model_id IS NOT NULL
  ON CONFLICT DO UPDATE SET vehicle_count = vehicle_count + excluded.vehicle_count;
  DELETE FROM vehicle_years
  WHERE new.change < 0 AND make_id IN (0, new.make_id) AND model_id IN (0, new.model_id) AND year = new.year
    AND vehicle_count = 0;
  UPDATE spellings SET
    since = CASE WHEN new.change < 0 THEN since WHEN vehicle_count = 0 THEN new.id ELSE min(since, new.id) END,
    vehicle_count = vehicle_count + new.change
  WHERE make_id = new.make_id AND model_id = 0 AND spelling = new.make;
  UPDATE spellings SET
    since = CASE WHEN new.change < 0 THEN since WHEN vehicle_count = 0 THEN new.id ELSE min(since, new.id) END,
    vehicle_count = vehicle_count + new.change
  WHERE make_id = new.make_id AND model_id = new.model_id AND spelling = new.model;
  -- Only another spelling than the shown one overtakes by rising, and only the shown one is overtaken by falling.
  UPDATE makes SET name = coalesce((SELECT spelling FROM spellings
    WHERE make_id = new.make_id AND model_id = 0 AND is_alias = 0 AND vehicle_count > 0
    ORDER BY vehicle_count DESC, since LIMIT 1), name)
  WHERE id = new.make_id AND (name = new.make) = (new.change < 0);
  UPDATE models SET name = coalesce((SELECT spelling FROM spellings
    WHERE make_id = new.make_id AND model_id = new.model_id AND is_alias = 0 AND vehicle_count > 0
    ORDER BY vehicle_count DESC, since LIMIT 1), name)
  WHERE id = new.model_id AND (name = new.model) = (new.change < 0);
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_filed_insert AFTER INSERT ON vehicles WHEN new.hidden = 0 BEGIN
  INSERT INTO filed_vehicles VALUES (1, new.id, new.make_id, new.model_id, new.make, new.model, new.year);
END;
--> statement-breakpoint
-- What people have typed goes with the last vehicle that has it, shown or not: a row put into this view says which words
-- have just lost one.
CREATE VIEW left_names AS SELECT make_id, model_id, make, model FROM vehicles WHERE 0;
--> statement-breakpoint
CREATE TRIGGER left_names_sweep INSTEAD OF INSERT ON left_names BEGIN
  -- A spelling that no shown vehicle has can only be a hidden one's.
  DELETE FROM spellings
  WHERE make_id = new.make_id AND model_id = 0 AND spelling = new.make AND vehicle_count = 0
    AND NOT EXISTS (SELECT 1 FROM vehicles WHERE make_id = new.make_id AND hidden = 1 AND make = new.make);
  DELETE FROM spellings
  WHERE make_id = new.make_id AND model_id = new.model_id AND spelling = new.model AND vehicle_count = 0
    AND NOT EXISTS (SELECT 1 FROM vehicles WHERE model_id = new.model_id AND hidden = 1 AND model = new.model);
  DELETE FROM models
  WHERE id = new.model_id AND vehicle_count = 0
    AND NOT EXISTS (SELECT 1 FROM vehicles WHERE model_id = new.model_id);
  DELETE FROM makes
  WHERE id = new.make_id AND vehicle_count = 0
    AND NOT EXISTS (SELECT 1 FROM vehicles WHERE make_id = new.make_id)
    AND NOT EXISTS (SELECT 1 FROM models WHERE make_id = new.make_id);
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_filed_delete AFTER DELETE ON vehicles BEGIN
  INSERT INTO filed_vehicles SELECT -1, old.id, old.make_id, old.model_id, old.make, old.model, old.year
  WHERE old.hidden = 0;
  INSERT INTO left_names SELECT old.make_id, old.model_id, old.make, old.model WHERE old.model_id IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_filed_update AFTER UPDATE OF make_id, model_id, make, model, year, hidden ON vehicles
WHEN (new.make_id, new.model_id, new.make, new.model, new.year, new.hidden)
  IS NOT (old.make_id, old.model_id, old.make, old.model, old.year, old.hidden) BEGIN
  INSERT INTO filed_vehicles SELECT -1, old.id, old.make_id, old.model_id, old.make, old.model, old.year
  WHERE old.hidden = 0;
  INSERT INTO filed_vehicles SELECT 1, new.id, new.make_id, new.model_id, new.make, new.model, new.year
  WHERE new.hidden = 0;
  INSERT INTO left_names SELECT old.make_id, old.model_id, old.make, old.model WHERE old.model_id IS NOT NULL;
END;
--> statement-breakpoint
-- A vehicle's spec sheet is seen by everybody.
DROP TRIGGER vehicles_public_update;
--> statement-breakpoint
CREATE TRIGGER vehicles_public_update AFTER UPDATE OF garage_id, user_id, make, model, year, make_id, model_id, condition,
  description, story, specs, cover_photo, search_text, created_at, updated_at, hidden ON vehicles
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
-- All that belongs to a vehicle is hidden with it.
DROP TRIGGER photos_hidden;
--> statement-breakpoint
CREATE TRIGGER vehicles_hidden AFTER UPDATE OF hidden ON vehicles WHEN new.hidden <> old.hidden BEGIN
  UPDATE photos SET hidden = new.hidden WHERE vehicle_id = new.id;
  UPDATE build_entries SET hidden = new.hidden WHERE vehicle_id = new.id;
  UPDATE activities SET hidden = new.hidden WHERE vehicle_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER build_entries_hidden_insert AFTER INSERT ON build_entries
WHEN new.hidden <> (SELECT hidden FROM vehicles WHERE id = new.vehicle_id) BEGIN
  UPDATE build_entries SET hidden = 1 - new.hidden WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER build_entries_public_insert AFTER INSERT ON build_entries WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER build_entries_public_delete AFTER DELETE ON build_entries WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER build_entries_public_update AFTER UPDATE OF vehicle_id, user_id, kind, title, text, date, mileage, unit,
  status, area, cost, currency, cost_is_public, parts, created_at, updated_at, hidden ON build_entries
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
DROP TRIGGER photos_public_update;
--> statement-breakpoint
CREATE TRIGGER photos_public_update AFTER UPDATE OF vehicle_id, entry_id, photo, caption, position, created_at, hidden
  ON photos
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER build_entries_count_insert AFTER INSERT ON build_entries BEGIN
  UPDATE vehicles SET build_count = build_count + 1 WHERE id = new.vehicle_id;
END;
--> statement-breakpoint
CREATE TRIGGER build_entries_count_delete AFTER DELETE ON build_entries BEGIN
  UPDATE vehicles SET build_count = build_count - 1 WHERE id = old.vehicle_id;
END;
--> statement-breakpoint
-- Photos are counted by their gallery or by their entry.
DROP TRIGGER vehicle_photo_insert;
--> statement-breakpoint
CREATE TRIGGER vehicle_photo_insert AFTER INSERT ON photos WHEN new.entry_id IS NULL BEGIN
  UPDATE vehicles SET photo_count = photo_count + 1 WHERE id = new.vehicle_id;
END;
--> statement-breakpoint
DROP TRIGGER vehicle_photo_delete;
--> statement-breakpoint
CREATE TRIGGER vehicle_photo_delete AFTER DELETE ON photos WHEN old.entry_id IS NULL BEGIN
  UPDATE vehicles SET photo_count = photo_count - 1 WHERE id = old.vehicle_id;
END;
--> statement-breakpoint
CREATE TRIGGER entry_photo_insert AFTER INSERT ON photos WHEN new.entry_id IS NOT NULL BEGIN
  UPDATE build_entries SET photo_count = photo_count + 1 WHERE id = new.entry_id;
END;
--> statement-breakpoint
CREATE TRIGGER entry_photo_delete AFTER DELETE ON photos WHEN old.entry_id IS NOT NULL BEGIN
  UPDATE build_entries SET photo_count = photo_count - 1 WHERE id = old.entry_id;
END;
--> statement-breakpoint
-- What happened in a garage. Photos that came with their vehicle have its time, and are part of its row.
CREATE TRIGGER activities_vehicle_insert AFTER INSERT ON vehicles BEGIN
  INSERT INTO activities (type, user_id, vehicle_id, hidden, created_at)
  VALUES ('vehicle', new.user_id, new.id, new.hidden, new.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER activities_build_insert AFTER INSERT ON build_entries BEGIN
  INSERT INTO activities (type, user_id, vehicle_id, entry_id, hidden, created_at)
  SELECT 'build', user_id, id, new.id, hidden, new.created_at FROM vehicles WHERE id = new.vehicle_id;
END;
--> statement-breakpoint
CREATE TRIGGER activities_photos_insert AFTER INSERT ON photos
WHEN new.entry_id IS NULL AND new.created_at > (SELECT created_at FROM vehicles WHERE id = new.vehicle_id) BEGIN
  INSERT INTO activities (type, user_id, vehicle_id, day, hidden, created_at)
  SELECT 'photos', user_id, id, new.created_at / 86400000, hidden, new.created_at FROM vehicles
  WHERE id = new.vehicle_id AND NOT EXISTS (
    SELECT 1 FROM activities
    WHERE vehicle_id = new.vehicle_id AND type = 'photos' AND day = new.created_at / 86400000
  );
  UPDATE activities SET photo_count = photo_count + 1, created_at = max(created_at, new.created_at)
  WHERE vehicle_id = new.vehicle_id AND type = 'photos' AND day = new.created_at / 86400000;
END;
--> statement-breakpoint
CREATE TRIGGER activities_photos_delete AFTER DELETE ON photos
WHEN old.entry_id IS NULL AND old.created_at > (SELECT created_at FROM vehicles WHERE id = old.vehicle_id) BEGIN
  UPDATE activities SET photo_count = photo_count - 1
  WHERE vehicle_id = old.vehicle_id AND type = 'photos' AND day = old.created_at / 86400000;
  DELETE FROM activities
  WHERE vehicle_id = old.vehicle_id AND type = 'photos' AND day = old.created_at / 86400000 AND photo_count = 0;
END;
--> statement-breakpoint
-- Whoever is not filed yet stands in the list of all.
INSERT INTO vehicle_years (make_id, model_id, year, vehicle_count)
SELECT 0, 0, year, count(*) FROM vehicles WHERE hidden = 0 GROUP BY year;
--> statement-breakpoint
-- Photos that were sent with their vehicle came some milliseconds after it.
UPDATE photos SET created_at = v.created_at FROM vehicles AS v
WHERE v.id = photos.vehicle_id AND photos.created_at > v.created_at AND photos.created_at < v.created_at + 1000;
--> statement-breakpoint
INSERT INTO activities (type, user_id, vehicle_id, hidden, created_at)
SELECT 'vehicle', user_id, id, hidden, created_at FROM vehicles ORDER BY id;
--> statement-breakpoint
INSERT INTO activities (type, user_id, vehicle_id, day, photo_count, hidden, created_at)
SELECT 'photos', v.user_id, v.id, p.created_at / 86400000, count(*), v.hidden, max(p.created_at)
FROM photos AS p JOIN vehicles AS v ON v.id = p.vehicle_id WHERE p.created_at > v.created_at
GROUP BY v.id, p.created_at / 86400000;
