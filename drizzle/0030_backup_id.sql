ALTER TABLE `site` ADD `backup_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE site SET backup_id = lower(hex(randomblob(8)));
