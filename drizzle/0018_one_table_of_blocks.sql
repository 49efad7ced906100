-- Blocks and mutes are rows of one shape: one table, with what each of them is.
DROP TRIGGER blocks_insert;--> statement-breakpoint
DROP TRIGGER blocks_delete;--> statement-breakpoint
DROP TRIGGER mutes_insert;--> statement-breakpoint
DROP TRIGGER mutes_delete;--> statement-breakpoint
DROP TRIGGER follows_muted;--> statement-breakpoint
DROP TRIGGER changed_notifications_hidden;--> statement-breakpoint
DROP TRIGGER changed_people_hidden;--> statement-breakpoint
CREATE TABLE `__new_blocks` (
	`user_id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `other_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_blocks` (user_id, other_id, kind, created_at)
SELECT user_id, blocked_id, 'block', created_at FROM blocks
UNION ALL SELECT user_id, muted_id, 'mute', created_at FROM mutes;--> statement-breakpoint
DROP TABLE `blocks`;--> statement-breakpoint
DROP TABLE `mutes`;--> statement-breakpoint
ALTER TABLE `__new_blocks` RENAME TO `blocks`;--> statement-breakpoint
CREATE INDEX `blocks_other` ON `blocks` (`other_id`);--> statement-breakpoint
-- As in `0015_notifications.sql`: of neither does one hear anything.
CREATE TRIGGER changed_notifications_hidden INSTEAD OF INSERT ON changed_notifications BEGIN
  UPDATE notifications SET hidden = (kind = 'like' AND count = 0)
    OR EXISTS (SELECT 1 FROM vehicles WHERE id = notifications.vehicle_id AND hidden = 1)
    OR EXISTS (SELECT 1 FROM users WHERE id = actor_id AND active = 0)
    OR EXISTS (SELECT 1 FROM blocks WHERE user_id = notifications.user_id AND other_id = actor_id)
  WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER changed_people_hidden INSTEAD OF INSERT ON changed_people BEGIN
  UPDATE notification_people SET hidden = EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND active = 0)
    OR EXISTS (SELECT 1 FROM notifications AS told CROSS JOIN blocks ON blocks.user_id = told.user_id
      WHERE told.id = new.notification_id AND other_id = new.user_id)
  WHERE notification_id = new.notification_id AND user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER follows_muted AFTER INSERT ON follows
WHEN EXISTS (SELECT 1 FROM blocks WHERE user_id = new.follower_id AND other_id = new.followed_id AND kind = 'mute') BEGIN
  UPDATE follows SET muted = 1 WHERE follower_id = new.follower_id AND followed_id = new.followed_id;
END;--> statement-breakpoint
CREATE TRIGGER blocks_insert AFTER INSERT ON blocks BEGIN
  UPDATE follows SET muted = 1 WHERE new.kind = 'mute' AND follower_id = new.user_id AND followed_id = new.other_id;
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = new.other_id AND user_id = new.user_id;
  INSERT INTO changed_people SELECT notification_id, people.user_id FROM notification_people AS people
    CROSS JOIN notifications AS told ON told.id = people.notification_id
    WHERE people.user_id = new.other_id AND told.user_id = new.user_id;
END;--> statement-breakpoint
CREATE TRIGGER blocks_delete AFTER DELETE ON blocks BEGIN
  UPDATE follows SET muted = 0 WHERE old.kind = 'mute' AND follower_id = old.user_id AND followed_id = old.other_id;
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = old.other_id AND user_id = old.user_id;
  INSERT INTO changed_people SELECT notification_id, people.user_id FROM notification_people AS people
    CROSS JOIN notifications AS told ON told.id = people.notification_id
    WHERE people.user_id = old.other_id AND told.user_id = old.user_id;
END;
