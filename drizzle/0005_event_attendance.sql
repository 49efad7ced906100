CREATE TABLE `event_attendances` (
	`event_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`vehicle_id` integer,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `event_attendances_event` ON `event_attendances` (`event_id`,`hidden`,`created_at`,`user_id`,`vehicle_id`);--> statement-breakpoint
CREATE INDEX `event_attendances_user` ON `event_attendances` (`user_id`);--> statement-breakpoint
CREATE INDEX `event_attendances_vehicle` ON `event_attendances` (`vehicle_id`,`event_id`);--> statement-breakpoint
ALTER TABLE `events` ADD `attendance_count` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Shown attendances.
CREATE TRIGGER attendances_count_insert AFTER INSERT ON event_attendances WHEN new.hidden = 0 BEGIN
  UPDATE events SET attendance_count = attendance_count + 1 WHERE id = new.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER attendances_count_delete AFTER DELETE ON event_attendances WHEN old.hidden = 0 BEGIN
  UPDATE events SET attendance_count = attendance_count - 1 WHERE id = old.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER attendances_count_hidden AFTER UPDATE OF hidden ON event_attendances WHEN new.hidden <> old.hidden BEGIN
  UPDATE events SET attendance_count = attendance_count + old.hidden - new.hidden WHERE id = new.event_id;
END;
--> statement-breakpoint
-- Made anew: deactivation hides attendances too (events README, Deactivated people).
DROP TRIGGER users_active;
--> statement-breakpoint
CREATE TRIGGER users_active AFTER UPDATE OF active ON users WHEN new.active <> old.active BEGIN
  UPDATE garages SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE vehicles SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE likes SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE comments SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE reviews SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE event_attendances SET hidden = 1 - new.active WHERE user_id = new.id;
  UPDATE follows SET hidden = 1 - (new.active AND (SELECT active FROM users WHERE id = followed_id)) WHERE follower_id = new.id;
  UPDATE follows SET hidden = 1 - (new.active AND (SELECT active FROM users WHERE id = follower_id)) WHERE followed_id = new.id;
END;
