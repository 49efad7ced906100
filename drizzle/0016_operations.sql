CREATE TABLE `backup_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	`started_at` integer NOT NULL,
	`until` integer NOT NULL,
	`finished_at` integer,
	`error` text,
	`bytes` integer
);
--> statement-breakpoint
CREATE INDEX `backup_runs_started` ON `backup_runs` (`started_at`);--> statement-breakpoint
CREATE TABLE `faults` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`error_id` text NOT NULL,
	`request_id` text NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`message` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `faults_at` ON `faults` (`at`);--> statement-breakpoint
CREATE TABLE `image_intents` (
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`purpose` text NOT NULL,
	`holder` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`kind`, `name`)
);
--> statement-breakpoint
CREATE INDEX `image_intents_until` ON `image_intents` (`until`);--> statement-breakpoint
CREATE INDEX `image_intents_holder` ON `image_intents` (`holder`);--> statement-breakpoint
CREATE TABLE `site` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL
);
--> statement-breakpoint
INSERT INTO site (id, site_id) VALUES (1, lower(hex(randomblob(16))));
