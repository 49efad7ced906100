DROP INDEX `comments_user`;--> statement-breakpoint
ALTER TABLE `comments` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `photos` ADD `held_caption` text;--> statement-breakpoint
CREATE INDEX `comments_user` ON `comments` (`user_id`,`vehicle_id`);--> statement-breakpoint
DROP TRIGGER comments_public_update;--> statement-breakpoint
CREATE TRIGGER comments_public_update AFTER UPDATE OF vehicle_id, user_id, parent_id, text, created_at, edited_at, hidden ON comments
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
CREATE INDEX garages_stocked ON garages (created_at, id) WHERE hidden = 0 AND vehicle_count > 0;
