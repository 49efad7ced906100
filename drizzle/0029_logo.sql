ALTER TABLE `site_settings` ADD `logo` text;--> statement-breakpoint
CREATE INDEX `site_settings_logo` ON `site_settings` (`logo`) WHERE logo IS NOT NULL;