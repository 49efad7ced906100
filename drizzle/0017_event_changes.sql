CREATE TABLE `event_changes` (
	`event_id` integer PRIMARY KEY NOT NULL,
	`title` text,
	`start_date` text,
	`end_date` text,
	`location` text,
	`category` text,
	`url` text,
	`short_description` text,
	`full_description` text,
	`image` text,
	`image_bytes` integer DEFAULT 0 NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`rejection_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_changes_waiting` ON `event_changes` (`event_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `event_changes_image` ON `event_changes` (`image`,`event_id`) WHERE image IS NOT NULL;--> statement-breakpoint
-- What waits for admins: pending events, and changes of live ones (`0015_notifications.sql`).
DROP TRIGGER waiting_things_count;--> statement-breakpoint
CREATE TRIGGER waiting_things_count INSTEAD OF INSERT ON waiting_things BEGIN
  UPDATE notifications SET count = CASE new.what
      WHEN 'events' THEN (SELECT count(*) FROM events WHERE status = 'pending')
        + (SELECT count(*) FROM event_changes WHERE status = 'pending')
      ELSE (SELECT count(*) FROM tickets WHERE status IN ('New', 'In Progress')) END
  WHERE kind = 'admin' AND detail = new.what;
  DELETE FROM notifications WHERE kind = 'admin' AND detail = new.what AND count = 0;
END;--> statement-breakpoint
CREATE TRIGGER event_changes_waiting_insert AFTER INSERT ON event_changes WHEN new.status = 'pending' BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;--> statement-breakpoint
CREATE TRIGGER event_changes_waiting_update AFTER UPDATE OF status ON event_changes WHEN old.status <> new.status BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;--> statement-breakpoint
CREATE TRIGGER event_changes_waiting_delete AFTER DELETE ON event_changes WHEN old.status = 'pending' BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;
