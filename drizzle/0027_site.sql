CREATE TABLE `site_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`line` text NOT NULL,
	`contact` text NOT NULL,
	`announcement` text NOT NULL,
	`announced_from` integer,
	`announced_until` integer,
	`announced_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `site_texts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `site_texts_kind` ON `site_texts` (`kind`,`id`);--> statement-breakpoint
-- Every page shows the site's name and what it announces, and links to its texts. Counted also by itself, so that the site
-- need not be read again for every other change.
ALTER TABLE public_changes ADD site INTEGER NOT NULL DEFAULT 0;--> statement-breakpoint
CREATE TRIGGER site_settings_public_insert AFTER INSERT ON site_settings BEGIN
  UPDATE public_changes SET version = version + 1, site = site + 1;
END;--> statement-breakpoint
CREATE TRIGGER site_settings_public_update AFTER UPDATE ON site_settings BEGIN
  UPDATE public_changes SET version = version + 1, site = site + 1;
END;--> statement-breakpoint
CREATE TRIGGER site_texts_public_insert AFTER INSERT ON site_texts BEGIN
  UPDATE public_changes SET version = version + 1, site = site + 1;
END;
