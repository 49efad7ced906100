ALTER TABLE `invites` ADD `email` text;--> statement-breakpoint
CREATE INDEX `invites_mailed` ON `invites` (`email`,`id`) WHERE email IS NOT NULL;