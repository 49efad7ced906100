CREATE TABLE `health_checks` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `failed_at` integer;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `is_refused` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_outbox_failed` ON `mail_outbox` (`failed_at`) WHERE failed_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `mail_refused_at` integer;