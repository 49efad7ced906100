DROP INDEX `photos_file`;--> statement-breakpoint
ALTER TABLE `photos` ADD `hidden` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE photos SET hidden = 1 WHERE vehicle_id IN (SELECT id FROM vehicles WHERE hidden = 1);--> statement-breakpoint
CREATE INDEX `photos_file` ON `photos` (`photo`,`hidden`);--> statement-breakpoint
-- A photo is hidden while its vehicle is.
CREATE TRIGGER photos_hidden AFTER UPDATE OF hidden ON vehicles WHEN new.hidden <> old.hidden BEGIN
  UPDATE photos SET hidden = new.hidden WHERE vehicle_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER photos_hidden_insert AFTER INSERT ON photos
WHEN new.hidden <> (SELECT hidden FROM vehicles WHERE id = new.vehicle_id) BEGIN
  UPDATE photos SET hidden = 1 - new.hidden WHERE id = new.id;
END;
--> statement-breakpoint
-- Whether anything that is shown has a file is one step into an index, whoever else has it and is hidden.
DROP INDEX vehicles_lone_cover;
--> statement-breakpoint
CREATE INDEX vehicles_lone_cover ON vehicles (cover_photo, hidden) WHERE cover_photo IS NOT NULL AND photo_count = 0;
--> statement-breakpoint
DROP INDEX garages_cover;
--> statement-breakpoint
CREATE INDEX garages_cover ON garages (cover_photo, hidden) WHERE cover_photo IS NOT NULL;
--> statement-breakpoint
DROP INDEX users_avatar;
--> statement-breakpoint
CREATE INDEX users_avatar ON users (avatar, active, verified_at) WHERE avatar <> 'default.jpg';
--> statement-breakpoint
DROP INDEX events_image;
--> statement-breakpoint
CREATE INDEX events_image ON events (image, status, user_id) WHERE image IS NOT NULL;
