CREATE TABLE `sent_forms` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`process` integer NOT NULL,
	`answer` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sent_forms_user` ON `sent_forms` (`user_id`);--> statement-breakpoint
-- Whoever has lost what a form made, or has changed it since, may send the same form again.
CREATE TRIGGER comments_sent_delete AFTER DELETE ON comments BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER reviews_sent_delete AFTER DELETE ON reviews BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER reviews_sent_update AFTER UPDATE OF rating, review ON reviews BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER build_entries_sent_delete AFTER DELETE ON build_entries BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER vehicles_sent_delete AFTER DELETE ON vehicles BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = (SELECT user_id FROM garages WHERE id = old.garage_id);
END;--> statement-breakpoint
CREATE TRIGGER photos_sent_delete AFTER DELETE ON photos BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = (SELECT garages.user_id FROM vehicles JOIN garages ON garages.id = garage_id
    WHERE vehicles.id = old.vehicle_id);
END;--> statement-breakpoint
CREATE TRIGGER garages_sent_delete AFTER DELETE ON garages BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER invites_sent_delete AFTER DELETE ON invites BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER events_sent_cancel AFTER UPDATE OF cancelled_at ON events BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;--> statement-breakpoint
CREATE TRIGGER events_sent_delete AFTER DELETE ON events BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;
