CREATE TABLE `blocks` (
	`user_id` integer NOT NULL,
	`blocked_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `blocked_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `mutes` (
	`user_id` integer NOT NULL,
	`muted_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `muted_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`muted_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mutes_muted` ON `mutes` (`muted_id`);--> statement-breakpoint
CREATE TABLE `notification_people` (
	`notification_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`notification_id`, `user_id`),
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notification_people_newest` ON `notification_people` (`notification_id`,`hidden`,`created_at`,`user_id`);--> statement-breakpoint
CREATE INDEX `notification_people_user` ON `notification_people` (`user_id`);--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`site` integer NOT NULL,
	`mail` text NOT NULL,
	`mailed_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notification_settings_mail` ON `notification_settings` (`kind`,`mail`,`user_id`) WHERE mail <> 'off';--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`actor_id` integer,
	`vehicle_id` integer,
	`comment_id` integer,
	`review_id` integer,
	`event_id` integer,
	`ticket_id` integer,
	`day` integer,
	`detail` text DEFAULT '' NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	`is_read` integer DEFAULT false NOT NULL,
	`on_site` integer DEFAULT true NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`mail` text DEFAULT 'off' NOT NULL,
	`mail_since` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notifications_list` ON `notifications` (`user_id`,`on_site`,`hidden`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`) WHERE is_read = 0;--> statement-breakpoint
CREATE INDEX `notifications_mail` ON `notifications` (`mail`,`user_id`,`mail_since`) WHERE mail <> 'off';--> statement-breakpoint
CREATE INDEX `activities_recent` ON `activities` (`created_at`,`user_id`) WHERE hidden = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_like` ON `notifications` (`vehicle_id`,`day`) WHERE kind = 'like';--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_admin` ON `notifications` (`detail`,`user_id`) WHERE kind = 'admin';--> statement-breakpoint
CREATE INDEX `notifications_actor` ON `notifications` (`actor_id`,`user_id`) WHERE actor_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_vehicle` ON `notifications` (`vehicle_id`) WHERE vehicle_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_comment` ON `notifications` (`comment_id`) WHERE comment_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_review` ON `notifications` (`review_id`) WHERE review_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_event` ON `notifications` (`event_id`,`user_id`) WHERE event_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_ticket` ON `notifications` (`ticket_id`) WHERE ticket_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `unread_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `news_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `mail_paused` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `unsubscribe_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_unsubscribeKey_unique` ON `users` (`unsubscribe_key`);--> statement-breakpoint
ALTER TABLE `events` ADD `cancelled_at` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `cancel_reason` text;--> statement-breakpoint
ALTER TABLE `events` ADD `reminded_of` text;--> statement-breakpoint
ALTER TABLE `follows` ADD `muted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `follows` ADD `news_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `follows_news` ON `follows` (`follower_id`,`hidden`,`muted`,`followed_id`,`news_seen_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `likes_vehicle` ON `likes` (`vehicle_id`,`hidden`);--> statement-breakpoint
-- What happened before there were notifications is nobody's news.
UPDATE users SET news_seen_at = unixepoch() * 1000;
--> statement-breakpoint
DROP TRIGGER events_public_update;
--> statement-breakpoint
CREATE TRIGGER events_public_update AFTER UPDATE OF user_id, title, title_folded, start_date, end_date, location,
  category, url, short_description, full_description, image, status, sequence, created_at, updated_at, place_id,
  place_text, cancelled_at, cancel_reason ON events
WHEN old.status = 'approved' OR new.status = 'approved' BEGIN
  UPDATE public_changes SET version = version + 1;
END;
--> statement-breakpoint
-- Insert ids here, and it is worked out anew whether these notifications are shown.
CREATE VIEW changed_notifications AS SELECT id FROM notifications WHERE 0;
--> statement-breakpoint
CREATE TRIGGER changed_notifications_hidden INSTEAD OF INSERT ON changed_notifications BEGIN
  UPDATE notifications SET hidden = (kind = 'like' AND count = 0)
    OR EXISTS (SELECT 1 FROM vehicles WHERE id = notifications.vehicle_id AND hidden = 1)
    OR EXISTS (SELECT 1 FROM users WHERE id = actor_id AND active = 0)
    OR EXISTS (SELECT 1 FROM mutes WHERE user_id = notifications.user_id AND muted_id = actor_id)
    OR EXISTS (SELECT 1 FROM blocks WHERE user_id = notifications.user_id AND blocked_id = actor_id)
  WHERE id = new.id;
END;
--> statement-breakpoint
-- The same for the people of a group.
CREATE VIEW changed_people AS SELECT notification_id, user_id FROM notification_people WHERE 0;
--> statement-breakpoint
CREATE TRIGGER changed_people_hidden INSTEAD OF INSERT ON changed_people BEGIN
  UPDATE notification_people SET hidden = EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND active = 0)
    OR EXISTS (SELECT 1 FROM notifications AS told CROSS JOIN mutes ON mutes.user_id = told.user_id
      WHERE told.id = new.notification_id AND muted_id = new.user_id)
    OR EXISTS (SELECT 1 FROM notifications AS told CROSS JOIN blocks ON blocks.user_id = told.user_id
      WHERE told.id = new.notification_id AND blocked_id = new.user_id)
  WHERE notification_id = new.notification_id AND user_id = new.user_id;
END;
--> statement-breakpoint
-- How many are unread.
CREATE TRIGGER notifications_unread_insert AFTER INSERT ON notifications
WHEN new.is_read = 0 AND new.hidden = 0 AND new.on_site = 1 BEGIN
  UPDATE users SET unread_count = unread_count + 1 WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER notifications_unread_update AFTER UPDATE OF is_read, hidden, on_site ON notifications
WHEN (new.is_read = 0 AND new.hidden = 0 AND new.on_site = 1) <> (old.is_read = 0 AND old.hidden = 0 AND old.on_site = 1) BEGIN
  UPDATE users SET unread_count = unread_count + (new.is_read = 0 AND new.hidden = 0 AND new.on_site = 1)
    - (old.is_read = 0 AND old.hidden = 0 AND old.on_site = 1)
  WHERE id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER notifications_unread_delete AFTER DELETE ON notifications
WHEN old.is_read = 0 AND old.hidden = 0 AND old.on_site = 1 BEGIN
  UPDATE users SET unread_count = unread_count - 1 WHERE id = old.user_id;
END;
--> statement-breakpoint
-- How many people there are in a group; an empty one goes.
CREATE TRIGGER notification_people_insert AFTER INSERT ON notification_people WHEN new.hidden = 0 BEGIN
  UPDATE notifications SET count = count + 1 WHERE id = new.notification_id;
END;
--> statement-breakpoint
CREATE TRIGGER notification_people_hidden AFTER UPDATE OF hidden ON notification_people WHEN new.hidden <> old.hidden BEGIN
  UPDATE notifications SET count = count + old.hidden - new.hidden WHERE id = new.notification_id;
END;
--> statement-breakpoint
CREATE TRIGGER notification_people_delete AFTER DELETE ON notification_people BEGIN
  UPDATE notifications SET count = count - 1 WHERE id = old.notification_id AND old.hidden = 0;
  DELETE FROM notifications WHERE id = old.notification_id
    AND NOT EXISTS (SELECT 1 FROM notification_people WHERE notification_id = old.notification_id);
END;
--> statement-breakpoint
CREATE TRIGGER notifications_count AFTER UPDATE OF count ON notifications
WHEN new.kind = 'like' AND (new.count = 0) <> (old.count = 0) BEGIN
  INSERT INTO changed_notifications VALUES (new.id);
END;
--> statement-breakpoint
-- What ends, and what is hidden, takes its notifications along. (Comments, reviews, events, tickets: foreign keys.)
CREATE TRIGGER likes_notified_delete AFTER DELETE ON likes BEGIN
  DELETE FROM notification_people WHERE user_id = old.user_id AND notification_id =
    (SELECT id FROM notifications WHERE kind = 'like' AND vehicle_id = old.vehicle_id AND day = old.created_at / 86400000);
END;
--> statement-breakpoint
CREATE TRIGGER follows_notified_delete AFTER DELETE ON follows BEGIN
  DELETE FROM notifications WHERE kind = 'follow' AND actor_id = old.follower_id AND user_id = old.followed_id;
END;
--> statement-breakpoint
CREATE TRIGGER vehicles_notified_hidden AFTER UPDATE OF hidden ON vehicles WHEN new.hidden <> old.hidden BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE vehicle_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_notified_active AFTER UPDATE OF active ON users WHEN new.active <> old.active BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = new.id;
  INSERT INTO changed_people SELECT notification_id, user_id FROM notification_people WHERE user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_notified_role AFTER UPDATE OF role ON users WHEN old.role = 'admin' AND new.role <> 'admin' BEGIN
  DELETE FROM notifications WHERE kind = 'admin' AND detail IN ('events', 'tickets') AND user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER follows_muted AFTER INSERT ON follows
WHEN EXISTS (SELECT 1 FROM mutes WHERE user_id = new.follower_id AND muted_id = new.followed_id) BEGIN
  UPDATE follows SET muted = 1 WHERE follower_id = new.follower_id AND followed_id = new.followed_id;
END;
--> statement-breakpoint
CREATE TRIGGER mutes_insert AFTER INSERT ON mutes BEGIN
  UPDATE follows SET muted = 1 WHERE follower_id = new.user_id AND followed_id = new.muted_id;
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = new.muted_id AND user_id = new.user_id;
  INSERT INTO changed_people SELECT notification_id, people.user_id FROM notification_people AS people
    CROSS JOIN notifications AS told ON told.id = people.notification_id
    WHERE people.user_id = new.muted_id AND told.user_id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER mutes_delete AFTER DELETE ON mutes BEGIN
  UPDATE follows SET muted = 0 WHERE follower_id = old.user_id AND followed_id = old.muted_id;
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = old.muted_id AND user_id = old.user_id;
  INSERT INTO changed_people SELECT notification_id, people.user_id FROM notification_people AS people
    CROSS JOIN notifications AS told ON told.id = people.notification_id
    WHERE people.user_id = old.muted_id AND told.user_id = old.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER blocks_insert AFTER INSERT ON blocks BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = new.blocked_id AND user_id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER blocks_delete AFTER DELETE ON blocks BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = old.blocked_id AND user_id = old.user_id;
END;
--> statement-breakpoint
-- What waits for an admin: the number follows what is waiting, also what they sent themselves, which tells them nothing
-- new, and nothing waiting is no notification.
CREATE VIEW waiting_things AS SELECT '' AS what WHERE 0;
--> statement-breakpoint
CREATE TRIGGER waiting_things_count INSTEAD OF INSERT ON waiting_things BEGIN
  UPDATE notifications SET count = CASE new.what
      WHEN 'events' THEN (SELECT count(*) FROM events WHERE status = 'pending')
      ELSE (SELECT count(*) FROM tickets WHERE status IN ('New', 'In Progress')) END
  WHERE kind = 'admin' AND detail = new.what;
  DELETE FROM notifications WHERE kind = 'admin' AND detail = new.what AND count = 0;
END;
--> statement-breakpoint
CREATE TRIGGER events_waiting_insert AFTER INSERT ON events WHEN new.status = 'pending' BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;
--> statement-breakpoint
CREATE TRIGGER events_waiting_update AFTER UPDATE OF status ON events
WHEN (old.status = 'pending') <> (new.status = 'pending') BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;
--> statement-breakpoint
CREATE TRIGGER events_waiting_delete AFTER DELETE ON events WHEN old.status = 'pending' BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;
--> statement-breakpoint
CREATE TRIGGER tickets_waiting_insert AFTER INSERT ON tickets WHEN new.status <> 'Closed' BEGIN
  INSERT INTO waiting_things VALUES ('tickets');
END;
--> statement-breakpoint
CREATE TRIGGER tickets_waiting_update AFTER UPDATE OF status ON tickets WHEN new.status <> old.status BEGIN
  INSERT INTO waiting_things VALUES ('tickets');
END;
--> statement-breakpoint
CREATE TRIGGER tickets_waiting_delete AFTER DELETE ON tickets WHEN old.status <> 'Closed' BEGIN
  INSERT INTO waiting_things VALUES ('tickets');
END;
