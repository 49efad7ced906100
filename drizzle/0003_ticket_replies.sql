CREATE TABLE `ticket_replies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ticket_id` integer NOT NULL,
	`author_id` integer,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ticket_replies_ticket` ON `ticket_replies` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_replies_author` ON `ticket_replies` (`author_id`);--> statement-breakpoint
ALTER TABLE `tickets` ADD `subject_folded` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tickets` ADD `about` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_created` ON `tickets` (`created_at`,`id`);--> statement-breakpoint
UPDATE tickets SET subject_folded = lower(subject);
--> statement-breakpoint
-- Hard delete of an account: its tickets stay, without name and address (tickets README, Deleted accounts).
CREATE TRIGGER users_deleted_tickets BEFORE DELETE ON users BEGIN
  UPDATE tickets SET name = 'Deleted member', email = '' WHERE user_id = old.id;
  UPDATE ticket_replies SET author_name = 'Deleted member' WHERE author_id = old.id;
END;
