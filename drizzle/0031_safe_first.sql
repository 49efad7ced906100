CREATE TABLE `suspended_addresses` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `holds` ADD `avatar` text;--> statement-breakpoint
CREATE INDEX `holds_avatar` ON `holds` (`avatar`) WHERE avatar IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER holds_event_delete AFTER DELETE ON events BEGIN
  DELETE FROM holds WHERE kind = 'event' AND thing_id = old.id;
END;
