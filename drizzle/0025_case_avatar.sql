ALTER TABLE `cases` ADD `avatar` text;--> statement-breakpoint
CREATE INDEX `cases_avatar` ON `cases` (`avatar`) WHERE avatar IS NOT NULL;