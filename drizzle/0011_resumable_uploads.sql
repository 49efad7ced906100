CREATE TABLE `ended_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`ended_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ended_sessions_user` ON `ended_sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `ended_sessions_ended` ON `ended_sessions` (`ended_at`);--> statement-breakpoint
CREATE TABLE `parked_forms` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`intent` text DEFAULT '' NOT NULL,
	`fields` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `parked_forms_created` ON `parked_forms` (`created_at`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`filename` text NOT NULL,
	`size` integer NOT NULL,
	`finished_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `uploads_created` ON `uploads` (`created_at`);--> statement-breakpoint
ALTER TABLE `comments` ADD `parent_id` integer;--> statement-breakpoint
CREATE INDEX `comments_thread` ON `comments` (`vehicle_id`,`hidden`,coalesce("parent_id", "id"),`id`);--> statement-breakpoint
-- Which comment a comment answers is seen by everybody.
DROP TRIGGER comments_public_update;--> statement-breakpoint
CREATE TRIGGER comments_public_update AFTER UPDATE OF vehicle_id, user_id, parent_id, text, created_at, hidden ON comments
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
