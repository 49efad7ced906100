CREATE TABLE `series_follows` (
	`series_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`series_id`, `user_id`),
	FOREIGN KEY (`series_id`) REFERENCES `event_series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `series_follows_user` ON `series_follows` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `calendar_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_calendarKey_unique` ON `users` (`calendar_key`);--> statement-breakpoint
ALTER TABLE `events` ADD `announced_of` text;