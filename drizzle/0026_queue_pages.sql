DROP INDEX `cases_kind`;--> statement-breakpoint
CREATE INDEX `cases_id` ON `cases` (`id`);--> statement-breakpoint
CREATE INDEX `cases_kind` ON `cases` (`kind`,`id`,`state`);