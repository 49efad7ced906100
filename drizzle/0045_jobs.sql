CREATE TABLE `jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`requested_at` integer,
	`started_at` integer,
	`finished_at` integer,
	`next_at` integer,
	`error` text,
	`error_id` text,
	`note` text
);
--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `claimed_until` integer;--> statement-breakpoint
DELETE FROM `mail_outbox` WHERE `kind` = 'test-mail' AND `sent_at` IS NULL;