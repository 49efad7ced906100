DROP INDEX `activities_entry`;--> statement-breakpoint
CREATE INDEX `activities_entry` ON `activities` (`entry_id`) WHERE entry_id IS NOT NULL;--> statement-breakpoint
DROP INDEX `photos_entry`;--> statement-breakpoint
CREATE INDEX `photos_entry` ON `photos` (`entry_id`,`position`) WHERE entry_id IS NOT NULL;--> statement-breakpoint
DROP INDEX `vehicles_newest`;--> statement-breakpoint
DROP INDEX `vehicles_year`;--> statement-breakpoint
DROP INDEX `vehicles_liked`;--> statement-breakpoint
DROP INDEX `vehicles_make`;--> statement-breakpoint
DROP INDEX `vehicles_make_year`;--> statement-breakpoint
DROP INDEX `vehicles_make_liked`;--> statement-breakpoint
DROP INDEX `vehicles_model`;--> statement-breakpoint
DROP INDEX `vehicles_model_year`;--> statement-breakpoint
DROP INDEX `vehicles_model_liked`;--> statement-breakpoint
CREATE INDEX `vehicles_newest` ON `vehicles` (`hidden`,`created_at`,`id`,`year`,`condition`);--> statement-breakpoint
CREATE INDEX `vehicles_year` ON `vehicles` (`hidden`,`year`,`created_at`,`id`,`like_count`,`condition`);--> statement-breakpoint
CREATE INDEX `vehicles_liked` ON `vehicles` (`hidden`,`like_count`,`id`,`year`,`condition`);--> statement-breakpoint
CREATE INDEX `vehicles_make` ON `vehicles` (`make_id`,`hidden`,`created_at`,`id`,`year`,`condition`);--> statement-breakpoint
CREATE INDEX `vehicles_make_year` ON `vehicles` (`make_id`,`hidden`,`year`,`created_at`,`id`,`like_count`,`condition`);--> statement-breakpoint
CREATE INDEX `vehicles_make_liked` ON `vehicles` (`make_id`,`hidden`,`like_count`,`id`,`year`,`condition`);--> statement-breakpoint
CREATE INDEX `vehicles_model` ON `vehicles` (`model_id`,`hidden`,`created_at`,`id`,`year`,`condition`);--> statement-breakpoint
CREATE INDEX `vehicles_model_year` ON `vehicles` (`model_id`,`hidden`,`year`,`created_at`,`id`,`like_count`,`condition`);--> statement-breakpoint
CREATE INDEX `vehicles_model_liked` ON `vehicles` (`model_id`,`hidden`,`like_count`,`id`,`year`,`condition`);
