CREATE TABLE `recovery_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`,`code_hash`);--> statement-breakpoint
CREATE TABLE `second_steps` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_time_step` integer DEFAULT 0 NOT NULL,
	`confirmed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sign_up_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sign_up_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`sign_up_id`) REFERENCES `sign_ups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_up_tokens_tokenHash_unique` ON `sign_up_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sign_up_tokens_sign_up` ON `sign_up_tokens` (`sign_up_id`);--> statement-breakpoint
CREATE INDEX `sign_up_tokens_expiry` ON `sign_up_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_ups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`browser_hash` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sign_ups_browserHash_unique` ON `sign_ups` (`browser_hash`);--> statement-breakpoint
CREATE INDEX `sign_ups_email` ON `sign_ups` (`email`,`id`);--> statement-breakpoint
CREATE INDEX `sign_ups_created` ON `sign_ups` (`created_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `authenticated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `image_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `photos` ADD `bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE sessions SET authenticated_at = created_at;
--> statement-breakpoint
-- Whoever has been let in was verified, whatever the row says.
UPDATE users SET verified_at = created_at WHERE verified_at IS NULL
AND (id IN (SELECT user_id FROM sessions) OR id IN (SELECT user_id FROM garages));
--> statement-breakpoint
-- Accounts that were never verified wait beside the accounts from now on; links that are under way stay good.
INSERT INTO sign_ups (id, browser_hash, name, email, password_hash, created_at)
SELECT id, lower(hex(randomblob(32))), name, email, password_hash, created_at FROM users WHERE verified_at IS NULL AND active = 1;
--> statement-breakpoint
INSERT INTO sign_up_tokens (sign_up_id, token_hash, created_at, expires_at)
SELECT user_id, token_hash, created_at, expires_at FROM mail_tokens
WHERE purpose = 'verify-email' AND user_id IN (SELECT id FROM sign_ups);
--> statement-breakpoint
DELETE FROM users WHERE verified_at IS NULL;
--> statement-breakpoint
-- INSERT OR REPLACE deletes the row it replaces without asking the trigger on deletion.
CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = new.id) BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
