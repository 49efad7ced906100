CREATE TABLE `storage_days` (
	`at` integer PRIMARY KEY NOT NULL,
	`photo_bytes` integer NOT NULL,
	`database_bytes` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `users` ADD `quota_mb` integer;