CREATE TABLE `email_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`session_id` integer,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `email_changes_session` ON `email_changes` (`session_id`);--> statement-breakpoint
ALTER TABLE `mail_tokens` ADD `email_change_id` integer REFERENCES email_changes(id) ON DELETE CASCADE;--> statement-breakpoint
CREATE INDEX `mail_tokens_change` ON `mail_tokens` (`email_change_id`);