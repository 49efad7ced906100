-- The tables, indexes and triggers as they stand after all migrations, each table with its own. For reading:
-- `npm run db:schema` writes this file anew, and a test fails where it is not what the migrations make.

-- activities
CREATE TABLE `activities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`user_id` integer NOT NULL,
	`vehicle_id` integer NOT NULL,
	`entry_id` integer,
	`day` integer,
	`photo_count` integer DEFAULT 0 NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`entry_id`) REFERENCES `build_entries`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `activities_entry` ON `activities` (`entry_id`) WHERE entry_id IS NOT NULL;
CREATE INDEX `activities_owner` ON `activities` (`user_id`,`hidden`,`created_at`,`id`);
CREATE INDEX `activities_recent` ON `activities` (`created_at`,`user_id`) WHERE hidden = 0;
CREATE INDEX `activities_vehicle` ON `activities` (`vehicle_id`,`type`,`day`);

-- applications
CREATE TABLE `applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`answer` text NOT NULL,
	`refused_at` integer,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
, `issuer` text, `subject` text);
CREATE UNIQUE INDEX `applications_email_unique` ON `applications` (`email`);
CREATE INDEX `applications_waiting` ON `applications` (`id`) WHERE refused_at IS NULL;
CREATE TRIGGER applications_waiting_delete AFTER DELETE ON applications BEGIN
  INSERT INTO waiting_things VALUES ('applications');
END;
CREATE TRIGGER applications_waiting_update AFTER UPDATE OF refused_at ON applications BEGIN
  INSERT INTO waiting_things VALUES ('applications');
END;

-- audit_log
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`before` text,
	`after` text,
	`reason` text,
	`created_at` integer NOT NULL
);
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`id`);
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`id`);
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_type`,`subject_id`,`id`);
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_log_no_replace BEFORE INSERT ON audit_log WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = new.id) BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;

-- backup_runs
CREATE TABLE `backup_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	`started_at` integer NOT NULL,
	`until` integer NOT NULL,
	`finished_at` integer,
	`error` text,
	`bytes` integer
);
CREATE INDEX `backup_runs_started` ON `backup_runs` (`started_at`);

-- blocks
CREATE TABLE "blocks" (
	`user_id` integer NOT NULL,
	`other_id` integer NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `other_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`other_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `blocks_other` ON `blocks` (`other_id`);
CREATE TRIGGER blocks_delete AFTER DELETE ON blocks BEGIN
  UPDATE follows SET muted = 0 WHERE old.kind = 'mute' AND follower_id = old.user_id AND followed_id = old.other_id;
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = old.other_id AND user_id = old.user_id;
  INSERT INTO changed_people SELECT notification_id, people.user_id FROM notification_people AS people
    CROSS JOIN notifications AS told ON told.id = people.notification_id
    WHERE people.user_id = old.other_id AND told.user_id = old.user_id;
END;
CREATE TRIGGER blocks_insert AFTER INSERT ON blocks BEGIN
  UPDATE follows SET muted = 1 WHERE new.kind = 'mute' AND follower_id = new.user_id AND followed_id = new.other_id;
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = new.other_id AND user_id = new.user_id;
  INSERT INTO changed_people SELECT notification_id, people.user_id FROM notification_people AS people
    CROSS JOIN notifications AS told ON told.id = people.notification_id
    WHERE people.user_id = new.other_id AND told.user_id = new.user_id;
END;

-- build_entries
CREATE TABLE `build_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vehicle_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`date` text NOT NULL,
	`mileage` integer,
	`unit` text,
	`status` text,
	`area` text,
	`cost` integer,
	`currency` text,
	`cost_is_public` integer DEFAULT false NOT NULL,
	`parts` text DEFAULT '[]' NOT NULL,
	`photo_count` integer DEFAULT 0 NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `build_entries_kind` ON `build_entries` (`vehicle_id`,`kind`,`hidden`,`date`,`id`);
CREATE INDEX `build_entries_newest` ON `build_entries` (`hidden`,`created_at`,`id`);
CREATE INDEX `build_entries_user` ON `build_entries` (`user_id`,`hidden`,`created_at`,`id`);
CREATE INDEX `build_entries_vehicle` ON `build_entries` (`vehicle_id`,`hidden`,`date`,`id`);
CREATE TRIGGER activities_build_insert AFTER INSERT ON build_entries BEGIN
  INSERT INTO activities (type, user_id, vehicle_id, entry_id, hidden, created_at)
  SELECT 'build', user_id, id, new.id, hidden > 0 OR new.hidden > 0, new.created_at FROM vehicles
  WHERE id = new.vehicle_id;
END;
CREATE TRIGGER build_entries_count_delete AFTER DELETE ON build_entries WHEN old.hidden & 6 = 0 BEGIN
  UPDATE vehicles SET build_count = build_count - 1 WHERE id = old.vehicle_id;
END;
CREATE TRIGGER build_entries_count_hidden AFTER UPDATE OF hidden ON build_entries
WHEN (new.hidden & 6 = 0) <> (old.hidden & 6 = 0) BEGIN
  UPDATE vehicles SET build_count = build_count + (new.hidden & 6 = 0) - (old.hidden & 6 = 0) WHERE id = new.vehicle_id;
END;
CREATE TRIGGER build_entries_count_insert AFTER INSERT ON build_entries WHEN new.hidden & 6 = 0 BEGIN
  UPDATE vehicles SET build_count = build_count + 1 WHERE id = new.vehicle_id;
END;
CREATE TRIGGER build_entries_hidden AFTER UPDATE OF hidden ON build_entries
WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE photos SET hidden = hidden & ~16 | 16 * (new.hidden > 0) WHERE entry_id = new.id;
  UPDATE activities SET hidden = new.hidden > 0 WHERE entry_id = new.id;
END;
CREATE TRIGGER build_entries_hidden_insert AFTER INSERT ON build_entries
WHEN new.hidden & 16 = 0 AND (SELECT hidden FROM vehicles WHERE id = new.vehicle_id) > 0 BEGIN
  UPDATE build_entries SET hidden = hidden | 16 WHERE id = new.id;
END;
CREATE TRIGGER build_entries_public_delete AFTER DELETE ON build_entries WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER build_entries_public_insert AFTER INSERT ON build_entries WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER build_entries_public_update AFTER UPDATE OF vehicle_id, user_id, kind, title, text, date, mileage, unit,
  status, area, cost, currency, cost_is_public, parts, created_at, updated_at, hidden ON build_entries
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER build_entries_sent_delete AFTER DELETE ON build_entries BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;
CREATE TRIGGER holds_entry_delete AFTER DELETE ON build_entries BEGIN
  DELETE FROM holds WHERE kind = 'entry' AND thing_id = old.id;
END;

-- case_notes
CREATE TABLE `case_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`case_id` integer NOT NULL,
	`author_id` integer,
	`author_name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
CREATE INDEX `case_notes_author` ON `case_notes` (`author_id`);
CREATE INDEX `case_notes_case` ON `case_notes` (`case_id`,`id`);

-- case_pictures
CREATE TABLE `case_pictures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`case_id` integer NOT NULL,
	`image` text NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `case_pictures_case` ON `case_pictures` (`case_id`,`id`);
CREATE INDEX `case_pictures_image` ON `case_pictures` (`image`);

-- cases
CREATE TABLE `cases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`thing_id` integer NOT NULL,
	`about` text NOT NULL,
	`person_id` integer,
	`person_name` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`report_count` integer DEFAULT 0 NOT NULL,
	`snapshot` text NOT NULL,
	`claimed_by` integer,
	`measure` text,
	`rule` text DEFAULT '' NOT NULL,
	`facts` text DEFAULT '' NOT NULL,
	`ends_at` integer,
	`hide_all` integer DEFAULT false NOT NULL,
	`before` text,
	`decided_by` integer,
	`decided_at` integer,
	`objection` text,
	`objected_at` integer,
	`outcome` text,
	`outcome_facts` text DEFAULT '' NOT NULL,
	`outcome_at` integer,
	`closed_at` integer,
	`created_at` integer NOT NULL, `began_held` integer DEFAULT false NOT NULL, `key` text, `avatar` text,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
CREATE INDEX `cases_avatar` ON `cases` (`avatar`) WHERE avatar IS NOT NULL;
CREATE INDEX `cases_closed` ON `cases` (`closed_at`);
CREATE INDEX `cases_decided` ON `cases` (`decided_at`);
CREATE INDEX `cases_id` ON `cases` (`id`);
CREATE UNIQUE INDEX `cases_key_unique` ON `cases` (`key`);
CREATE INDEX `cases_kind` ON `cases` (`kind`,`id`,`state`);
CREATE UNIQUE INDEX `cases_open_thing` ON `cases` (`kind`,`thing_id`) WHERE state = 'open';
CREATE INDEX `cases_person` ON `cases` (`person_id`,`id`);
CREATE INDEX `cases_state` ON `cases` (`state`,`id`);
CREATE INDEX `cases_thing` ON `cases` (`kind`,`thing_id`);
CREATE TRIGGER cases_waiting_delete AFTER DELETE ON cases WHEN old.state IN ('open', 'appealed') BEGIN
  INSERT INTO waiting_things VALUES ('cases');
END;
CREATE TRIGGER cases_waiting_update AFTER UPDATE OF state ON cases WHEN new.state <> old.state BEGIN
  INSERT INTO waiting_things VALUES ('cases');
END;

-- changed_notifications
CREATE VIEW changed_notifications AS SELECT id FROM notifications WHERE 0;
CREATE TRIGGER changed_notifications_hidden INSTEAD OF INSERT ON changed_notifications BEGIN
  UPDATE notifications SET hidden = (kind = 'like' AND count = 0)
    OR EXISTS (SELECT 1 FROM vehicles WHERE id = notifications.vehicle_id AND hidden > 0)
    OR EXISTS (SELECT 1 FROM comments WHERE id = notifications.comment_id AND hidden > 0)
    OR EXISTS (SELECT 1 FROM reviews WHERE id = notifications.review_id AND hidden > 0)
    OR (kind = 'event' AND EXISTS (SELECT 1 FROM events WHERE id = notifications.event_id AND status = 'hidden'))
    OR EXISTS (SELECT 1 FROM users WHERE id = actor_id AND (active = 0 OR hide_all = 1))
    OR EXISTS (SELECT 1 FROM blocks WHERE user_id = notifications.user_id AND other_id = actor_id)
  WHERE id = new.id;
END;

-- changed_people
CREATE VIEW changed_people AS SELECT notification_id, user_id FROM notification_people WHERE 0;
CREATE TRIGGER changed_people_hidden INSTEAD OF INSERT ON changed_people BEGIN
  UPDATE notification_people SET hidden = EXISTS (
      SELECT 1 FROM users WHERE id = new.user_id AND (active = 0 OR hide_all = 1))
    OR EXISTS (SELECT 1 FROM notifications AS told CROSS JOIN blocks ON blocks.user_id = told.user_id
      WHERE told.id = new.notification_id AND other_id = new.user_id)
  WHERE notification_id = new.notification_id AND user_id = new.user_id;
END;

-- comments
CREATE TABLE `comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vehicle_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`text` text NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL, `parent_id` integer, `edited_at` integer,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `comments_thread` ON `comments` (`vehicle_id`,`hidden`,coalesce("parent_id", "id"),`id`);
CREATE INDEX `comments_user` ON `comments` (`user_id`,`vehicle_id`);
CREATE INDEX `comments_vehicle` ON `comments` (`vehicle_id`,`hidden`,`id`);
CREATE TRIGGER comments_count_delete AFTER DELETE ON comments WHEN old.hidden = 0 BEGIN
  UPDATE vehicles SET comment_count = comment_count - 1 WHERE id = old.vehicle_id;
END;
CREATE TRIGGER comments_count_hidden AFTER UPDATE OF hidden ON comments WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE vehicles SET comment_count = comment_count + (new.hidden = 0) - (old.hidden = 0) WHERE id = new.vehicle_id;
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE comment_id = new.id;
END;
CREATE TRIGGER comments_count_insert AFTER INSERT ON comments WHEN new.hidden = 0 BEGIN
  UPDATE vehicles SET comment_count = comment_count + 1 WHERE id = new.vehicle_id;
END;
CREATE TRIGGER comments_public_delete AFTER DELETE ON comments WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER comments_public_insert AFTER INSERT ON comments WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER comments_public_update AFTER UPDATE OF vehicle_id, user_id, parent_id, text, created_at, edited_at, hidden ON comments
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER comments_sent_delete AFTER DELETE ON comments BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;
CREATE TRIGGER holds_comment_delete AFTER DELETE ON comments BEGIN
  DELETE FROM holds WHERE kind = 'comment' AND thing_id = old.id;
END;

-- door
CREATE TABLE `door` (
	`id` integer PRIMARY KEY NOT NULL,
	`registration` text DEFAULT 'open' NOT NULL,
	`question` text DEFAULT '' NOT NULL,
	`refused_domains` text DEFAULT '[]' NOT NULL,
	`members_invite` integer DEFAULT false NOT NULL,
	`first_posts` text DEFAULT 'off' NOT NULL
);
CREATE TRIGGER door_public_insert AFTER INSERT ON door BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER door_public_update AFTER UPDATE ON door BEGIN
  UPDATE public_changes SET version = version + 1;
END;

-- email_changes
CREATE TABLE `email_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`session_id` integer,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE set null
);
CREATE INDEX `email_changes_session` ON `email_changes` (`session_id`);
CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`,`id`);

-- event_attendances
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
CREATE INDEX `event_attendances_event` ON `event_attendances` (`event_id`,`hidden`,`created_at`,`user_id`,`vehicle_id`);
CREATE INDEX `event_attendances_user` ON `event_attendances` (`user_id`);
CREATE INDEX `event_attendances_vehicle` ON `event_attendances` (`vehicle_id`,`event_id`);
CREATE TRIGGER attendances_count_delete AFTER DELETE ON event_attendances WHEN old.hidden = 0 BEGIN
  UPDATE events SET attendance_count = attendance_count - 1 WHERE id = old.event_id;
END;
CREATE TRIGGER attendances_count_hidden AFTER UPDATE OF hidden ON event_attendances
WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE events SET attendance_count = attendance_count + (new.hidden = 0) - (old.hidden = 0) WHERE id = new.event_id;
END;
CREATE TRIGGER attendances_count_insert AFTER INSERT ON event_attendances WHEN new.hidden = 0 BEGIN
  UPDATE events SET attendance_count = attendance_count + 1 WHERE id = new.event_id;
END;
CREATE TRIGGER event_attendances_public_delete AFTER DELETE ON event_attendances WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER event_attendances_public_insert AFTER INSERT ON event_attendances WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER event_attendances_public_update AFTER UPDATE OF event_id, user_id, vehicle_id, created_at, hidden ON
  event_attendances
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;

-- event_box
CREATE VIRTUAL TABLE event_box USING rtree_i32(id, west, east, north, south, starts, ends, +place_id INTEGER);

-- event_changes
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
	`updated_at` integer NOT NULL, `scope` text DEFAULT 'one' NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `event_changes_image` ON `event_changes` (`image`,`event_id`) WHERE image IS NOT NULL;
CREATE INDEX `event_changes_waiting` ON `event_changes` (`event_id`) WHERE status = 'pending';
CREATE TRIGGER changes_storage_delete AFTER DELETE ON event_changes BEGIN
  UPDATE users SET storage_bytes = storage_bytes - old.image_bytes WHERE id = (SELECT user_id FROM events WHERE id = old.event_id);
END;
CREATE TRIGGER changes_storage_insert AFTER INSERT ON event_changes BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.image_bytes WHERE id = (SELECT user_id FROM events WHERE id = new.event_id);
END;
CREATE TRIGGER changes_storage_update AFTER UPDATE OF image_bytes ON event_changes BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.image_bytes - old.image_bytes WHERE id = (SELECT user_id FROM events WHERE id = new.event_id);
END;
CREATE TRIGGER event_changes_waiting_delete AFTER DELETE ON event_changes WHEN old.status = 'pending' BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;
CREATE TRIGGER event_changes_waiting_insert AFTER INSERT ON event_changes WHEN new.status = 'pending' BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;
CREATE TRIGGER event_changes_waiting_update AFTER UPDATE OF status ON event_changes WHEN old.status <> new.status BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;

-- event_series
CREATE TABLE `event_series` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`every` text NOT NULL,
	`weeks` integer,
	`week` text,
	`weekday` integer,
	`until` text,
	`count` integer,
	`start_date` text NOT NULL,
	`last_made` text NOT NULL,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
CREATE INDEX `event_series_open` ON `event_series` (`last_made`) WHERE ended_at IS NULL;
CREATE INDEX `event_series_user` ON `event_series` (`user_id`);

-- events
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`title` text NOT NULL,
	`title_folded` text NOT NULL,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`location` text NOT NULL,
	`category` text NOT NULL,
	`url` text,
	`short_description` text NOT NULL,
	`full_description` text DEFAULT '' NOT NULL,
	`image` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`rejection_reason` text,
	`decided_at` integer,
	`sequence` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `attendance_count` integer DEFAULT 0 NOT NULL, `place_id` integer REFERENCES places(id), `place_text` text, `image_bytes` integer DEFAULT 0 NOT NULL, `cancelled_at` integer, `cancel_reason` text, `reminded_of` text, `series_id` integer REFERENCES event_series(id) ON DELETE SET NULL, `recurrence_date` text, `own_fields` text, `previous_end` text, `announced_of` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
CREATE INDEX `events_calendar` ON `events` (`status`,`start_date`,`id`);
CREATE INDEX `events_category` ON `events` (`status`,`category`,`start_date`,`id`);
CREATE INDEX events_image ON events (image, status, user_id) WHERE image IS NOT NULL;
CREATE INDEX `events_place` ON `events` (`place_id`,`status`,`start_date`,`id`);
CREATE UNIQUE INDEX `events_recurrence` ON `events` (`series_id`,`recurrence_date`) WHERE series_id IS NOT NULL;
CREATE INDEX `events_series` ON `events` (`series_id`,`start_date`,`id`,`status`,`cancelled_at`,`end_date`) WHERE series_id IS NOT NULL;
CREATE INDEX `events_unplaced` ON `events` (`id`) WHERE place_text IS NULL;
CREATE INDEX `events_user` ON `events` (`user_id`,`id`);
CREATE TRIGGER events_fts_delete AFTER DELETE ON events BEGIN
  INSERT INTO events_fts (events_fts, rowid, title_folded) VALUES ('delete', old.id, old.title_folded);
END;
CREATE TRIGGER events_fts_insert AFTER INSERT ON events BEGIN
  INSERT INTO events_fts (rowid, title_folded) VALUES (new.id, new.title_folded);
END;
CREATE TRIGGER events_fts_update AFTER UPDATE OF title_folded ON events BEGIN
  INSERT INTO events_fts (events_fts, rowid, title_folded) VALUES ('delete', old.id, old.title_folded);
  INSERT INTO events_fts (rowid, title_folded) VALUES (new.id, new.title_folded);
END;
CREATE TRIGGER events_map_delete AFTER DELETE ON events BEGIN
  DELETE FROM map_things WHERE kind = 1 AND id = old.id;
END;
CREATE TRIGGER events_map_insert AFTER INSERT ON events BEGIN
  INSERT INTO map_things (kind, id, place_id, category, first_day, last_day, previous_day)
  SELECT 1, events.id, events.place_id, events.category, CAST(julianday(substr(start_date, 1, 10)) - 2440587.5 AS INTEGER), CAST(julianday(substr(end_date, 1, 10)) - 2440587.5 AS INTEGER),
    coalesce(CAST(julianday(substr(min(previous_end, end_date), 1, 10)) - 2440587.5 AS INTEGER), -1000000)
  FROM events JOIN places ON places.id = events.place_id
  WHERE events.id = new.id AND places.kind = 'town' AND events.status = 'approved';
END;
CREATE TRIGGER events_map_update AFTER UPDATE OF place_id, status, category, start_date, end_date, previous_end ON events
WHEN (old.place_id, old.status, old.category, old.start_date, old.end_date, old.previous_end)
  IS NOT (new.place_id, new.status, new.category, new.start_date, new.end_date, new.previous_end) BEGIN
  DELETE FROM map_things WHERE kind = 1 AND id = old.id;
  INSERT INTO map_things (kind, id, place_id, category, first_day, last_day, previous_day)
  SELECT 1, events.id, events.place_id, events.category, CAST(julianday(substr(start_date, 1, 10)) - 2440587.5 AS INTEGER), CAST(julianday(substr(end_date, 1, 10)) - 2440587.5 AS INTEGER),
    coalesce(CAST(julianday(substr(min(previous_end, end_date), 1, 10)) - 2440587.5 AS INTEGER), -1000000)
  FROM events JOIN places ON places.id = events.place_id
  WHERE events.id = new.id AND places.kind = 'town' AND events.status = 'approved';
END;
CREATE TRIGGER events_notified_hidden AFTER UPDATE OF status ON events
WHEN (new.status = 'hidden') <> (old.status = 'hidden') BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE event_id = new.id;
END;
CREATE TRIGGER events_public_delete AFTER DELETE ON events WHEN old.status = 'approved' BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER events_public_insert AFTER INSERT ON events WHEN new.status = 'approved' BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER events_public_update AFTER UPDATE OF user_id, title, title_folded, start_date, end_date, location,
  category, url, short_description, full_description, image, status, sequence, created_at, updated_at, place_id,
  place_text, cancelled_at, cancel_reason ON events
WHEN old.status = 'approved' OR new.status = 'approved' BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER events_sent_cancel AFTER UPDATE OF cancelled_at ON events BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;
CREATE TRIGGER events_sent_delete AFTER DELETE ON events BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;
CREATE TRIGGER events_series_delete AFTER DELETE ON events WHEN old.series_id IS NOT NULL BEGIN
  UPDATE events SET previous_end = (SELECT max(earlier.end_date) FROM events AS earlier
    WHERE earlier.series_id = events.series_id AND earlier.status = 'approved' AND earlier.cancelled_at IS NULL
      AND (earlier.start_date, earlier.id) < (events.start_date, events.id))
  WHERE series_id = old.series_id AND start_date >= old.start_date;
END;
CREATE TRIGGER events_series_insert AFTER INSERT ON events WHEN new.series_id IS NOT NULL BEGIN
  UPDATE events SET previous_end = (SELECT max(earlier.end_date) FROM events AS earlier
    WHERE earlier.series_id = events.series_id AND earlier.status = 'approved' AND earlier.cancelled_at IS NULL
      AND (earlier.start_date, earlier.id) < (events.start_date, events.id))
  WHERE series_id = new.series_id AND start_date >= new.start_date;
END;
CREATE TRIGGER events_series_update AFTER UPDATE OF series_id, status, cancelled_at, start_date, end_date ON events
WHEN new.series_id IS NOT NULL AND (old.series_id, old.status, old.cancelled_at, old.start_date, old.end_date)
  IS NOT (new.series_id, new.status, new.cancelled_at, new.start_date, new.end_date) BEGIN
  UPDATE events SET previous_end = (SELECT max(earlier.end_date) FROM events AS earlier
    WHERE earlier.series_id = events.series_id AND earlier.status = 'approved' AND earlier.cancelled_at IS NULL
      AND (earlier.start_date, earlier.id) < (events.start_date, events.id))
  WHERE series_id = new.series_id AND start_date >= min(old.start_date, new.start_date);
END;
CREATE TRIGGER events_storage_delete BEFORE DELETE ON events BEGIN
  UPDATE users SET storage_bytes = storage_bytes - old.image_bytes
    - coalesce((SELECT sum(image_bytes) FROM event_changes WHERE event_id = old.id), 0) WHERE id = old.user_id;
END;
CREATE TRIGGER events_storage_insert AFTER INSERT ON events BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.image_bytes WHERE id = new.user_id;
END;
CREATE TRIGGER events_storage_update AFTER UPDATE OF image_bytes ON events BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.image_bytes - old.image_bytes WHERE id = new.user_id;
END;
CREATE TRIGGER events_waiting_delete AFTER DELETE ON events WHEN old.status = 'pending' BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;
CREATE TRIGGER events_waiting_insert AFTER INSERT ON events WHEN new.status = 'pending' BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;
CREATE TRIGGER events_waiting_update AFTER UPDATE OF status ON events
WHEN (old.status = 'pending') <> (new.status = 'pending') OR (old.status = 'hidden') <> (new.status = 'hidden') BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;
CREATE TRIGGER holds_event_delete AFTER DELETE ON events BEGIN
  DELETE FROM holds WHERE kind = 'event' AND thing_id = old.id;
END;

-- events_fts
CREATE VIRTUAL TABLE events_fts USING fts5(title_folded, content='events', content_rowid='id', tokenize='trigram');

-- faults
CREATE TABLE `faults` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`error_id` text NOT NULL,
	`request_id` text NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`message` text NOT NULL
);
CREATE INDEX `faults_at` ON `faults` (`at`);

-- filed_vehicles
CREATE VIEW filed_vehicles AS
  SELECT 0 AS change, id, make_id, model_id, make, model, year FROM vehicles WHERE 0;
CREATE TRIGGER filed_vehicles_count INSTEAD OF INSERT ON filed_vehicles BEGIN
  UPDATE makes SET vehicle_count = vehicle_count + new.change WHERE id = new.make_id;
  UPDATE models SET vehicle_count = vehicle_count + new.change WHERE id = new.model_id;
  INSERT INTO vehicle_years (make_id, model_id, year, vehicle_count)
  SELECT 0, 0, new.year, new.change
  UNION ALL SELECT new.make_id, 0, new.year, new.change WHERE new.model_id IS NOT NULL
  UNION ALL SELECT new.make_id, new.model_id, new.year, new.change WHERE new.model_id IS NOT NULL
  ON CONFLICT DO UPDATE SET vehicle_count = vehicle_count + excluded.vehicle_count;
  DELETE FROM vehicle_years
  WHERE new.change < 0 AND make_id IN (0, new.make_id) AND model_id IN (0, new.model_id) AND year = new.year
    AND vehicle_count = 0;
  UPDATE spellings SET
    since = CASE WHEN new.change < 0 THEN since WHEN vehicle_count = 0 THEN new.id ELSE min(since, new.id) END,
    vehicle_count = vehicle_count + new.change
  WHERE make_id = new.make_id AND model_id = 0 AND spelling = new.make;
  UPDATE spellings SET
    since = CASE WHEN new.change < 0 THEN since WHEN vehicle_count = 0 THEN new.id ELSE min(since, new.id) END,
    vehicle_count = vehicle_count + new.change
  WHERE make_id = new.make_id AND model_id = new.model_id AND spelling = new.model;
  -- Only another spelling than the shown one overtakes by rising, and only the shown one is overtaken by falling.
  UPDATE makes SET name = coalesce((SELECT spelling FROM spellings
    WHERE make_id = new.make_id AND model_id = 0 AND is_alias = 0 AND vehicle_count > 0
    ORDER BY vehicle_count DESC, since LIMIT 1), name)
  WHERE id = new.make_id AND (name = new.make) = (new.change < 0);
  UPDATE models SET name = coalesce((SELECT spelling FROM spellings
    WHERE make_id = new.make_id AND model_id = new.model_id AND is_alias = 0 AND vehicle_count > 0
    ORDER BY vehicle_count DESC, since LIMIT 1), name)
  WHERE id = new.model_id AND (name = new.model) = (new.change < 0);
END;

-- follows
CREATE TABLE `follows` (
	`follower_id` integer NOT NULL,
	`followed_id` integer NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL, `muted` integer DEFAULT 0 NOT NULL, `news_seen_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`follower_id`, `followed_id`),
	FOREIGN KEY (`follower_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`followed_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `follows_feed` ON `follows` (`follower_id`,`hidden`,`created_at`);
CREATE INDEX `follows_followed` ON `follows` (`followed_id`,`hidden`);
CREATE INDEX `follows_news` ON `follows` (`follower_id`,`hidden`,`muted`,`followed_id`,`news_seen_at`,`created_at`);
CREATE TRIGGER follows_count_delete AFTER DELETE ON follows WHEN old.hidden = 0 BEGIN
  UPDATE users SET follower_count = follower_count - 1 WHERE id = old.followed_id;
END;
CREATE TRIGGER follows_count_hidden AFTER UPDATE OF hidden ON follows WHEN new.hidden <> old.hidden BEGIN
  UPDATE users SET follower_count = follower_count + old.hidden - new.hidden WHERE id = new.followed_id;
END;
CREATE TRIGGER follows_count_insert AFTER INSERT ON follows WHEN new.hidden = 0 BEGIN
  UPDATE users SET follower_count = follower_count + 1 WHERE id = new.followed_id;
END;
CREATE TRIGGER follows_muted AFTER INSERT ON follows
WHEN EXISTS (SELECT 1 FROM blocks WHERE user_id = new.follower_id AND other_id = new.followed_id AND kind = 'mute') BEGIN
  UPDATE follows SET muted = 1 WHERE follower_id = new.follower_id AND followed_id = new.followed_id;
END;
CREATE TRIGGER follows_notified_delete AFTER DELETE ON follows BEGIN
  DELETE FROM notifications WHERE kind = 'follow' AND actor_id = old.follower_id AND user_id = old.followed_id;
END;
CREATE TRIGGER follows_public_delete AFTER DELETE ON follows WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER follows_public_insert AFTER INSERT ON follows WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER follows_public_update AFTER UPDATE OF follower_id, followed_id, created_at, hidden ON follows
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;

-- garages
CREATE TABLE `garages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`cover_photo` text,
	`location` text NOT NULL,
	`is_public_address` integer DEFAULT false NOT NULL,
	`address` text,
	`show_on_map` integer DEFAULT false NOT NULL,
	`vehicle_count` integer DEFAULT 0 NOT NULL,
	`photo_count` integer DEFAULT 0 NOT NULL,
	`review_count` integer DEFAULT 0 NOT NULL,
	`rating_sum` integer DEFAULT 0 NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `place_id` integer REFERENCES places(id), `place_text` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX garages_cover ON garages (cover_photo, hidden) WHERE cover_photo IS NOT NULL;
CREATE INDEX `garages_most_vehicles` ON `garages` (`hidden`,`vehicle_count`,`id`);
CREATE INDEX `garages_newest` ON `garages` (`hidden`,`created_at`,`id`);
CREATE INDEX garages_photographed ON garages (id) WHERE hidden = 0 AND photo_count > 0;
CREATE INDEX `garages_place` ON `garages` (`place_id`,`show_on_map`,`hidden`,`id`);
CREATE INDEX garages_stocked ON garages (created_at, id) WHERE hidden = 0 AND vehicle_count > 0;
CREATE INDEX `garages_unplaced` ON `garages` (`id`) WHERE place_text IS NULL;
CREATE UNIQUE INDEX `garages_userId_unique` ON `garages` (`user_id`);
CREATE TRIGGER garages_fts_delete AFTER DELETE ON garages BEGIN
  INSERT INTO garages_fts (garages_fts, rowid, name_folded) VALUES ('delete', old.id, old.name_folded);
END;
CREATE TRIGGER garages_fts_insert AFTER INSERT ON garages BEGIN
  INSERT INTO garages_fts (rowid, name_folded) VALUES (new.id, new.name_folded);
END;
CREATE TRIGGER garages_fts_update AFTER UPDATE OF name_folded ON garages BEGIN
  INSERT INTO garages_fts (garages_fts, rowid, name_folded) VALUES ('delete', old.id, old.name_folded);
  INSERT INTO garages_fts (rowid, name_folded) VALUES (new.id, new.name_folded);
END;
CREATE TRIGGER garages_hidden AFTER UPDATE OF hidden ON garages WHEN (new.hidden & 6 = 0) <> (old.hidden & 6 = 0) BEGIN
  UPDATE vehicles SET hidden = hidden & ~16 | 16 * (new.hidden & 6 > 0) WHERE garage_id = new.id;
END;
CREATE TRIGGER garages_map_delete AFTER DELETE ON garages BEGIN
  DELETE FROM map_things WHERE kind = 0 AND id = old.id;
END;
CREATE TRIGGER garages_map_insert AFTER INSERT ON garages BEGIN
  INSERT INTO map_things (kind, id, place_id, category, first_day, last_day)
  SELECT 0, new.id, new.place_id, '', 0, 2147483647
  FROM places WHERE id = new.place_id AND kind = 'town' AND new.hidden = 0 AND new.show_on_map = 1;
END;
CREATE TRIGGER garages_map_update AFTER UPDATE OF place_id, show_on_map, hidden ON garages
WHEN new.place_id IS NOT old.place_id OR new.show_on_map <> old.show_on_map OR new.hidden <> old.hidden BEGIN
  DELETE FROM map_things WHERE kind = 0 AND id = old.id;
  INSERT INTO map_things (kind, id, place_id, category, first_day, last_day)
  SELECT 0, new.id, new.place_id, '', 0, 2147483647
  FROM places WHERE id = new.place_id AND kind = 'town' AND new.hidden = 0 AND new.show_on_map = 1;
END;
CREATE TRIGGER garages_public_delete AFTER DELETE ON garages WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER garages_public_insert AFTER INSERT ON garages WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER garages_public_update AFTER UPDATE OF user_id, name, name_folded, description, cover_photo, location,
  is_public_address, address, show_on_map, created_at, updated_at, place_id, place_text, hidden ON garages
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER garages_sent_delete AFTER DELETE ON garages BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;
CREATE TRIGGER garages_total_delete AFTER DELETE ON garages WHEN old.hidden = 0 BEGIN
  UPDATE site_totals SET total = total - 1 WHERE name = 'garages';
END;
CREATE TRIGGER garages_total_hidden AFTER UPDATE OF hidden ON garages WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE site_totals SET total = total + (new.hidden = 0) - (old.hidden = 0) WHERE name = 'garages';
END;
CREATE TRIGGER garages_total_insert AFTER INSERT ON garages WHEN new.hidden = 0 BEGIN
  UPDATE site_totals SET total = total + 1 WHERE name = 'garages';
END;
CREATE TRIGGER holds_garage_delete AFTER DELETE ON garages BEGIN
  DELETE FROM holds WHERE kind = 'garage' AND thing_id = old.id;
END;

-- garages_fts
CREATE VIRTUAL TABLE garages_fts USING fts5(name_folded, content='garages', content_rowid='id', tokenize='trigram');

-- health_checks
CREATE TABLE `health_checks` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);

-- held_posts
CREATE VIEW held_posts AS SELECT NULL AS user_id, NULL AS at WHERE 0;
CREATE TRIGGER held_posts_told INSTEAD OF INSERT ON held_posts BEGIN
  INSERT INTO notifications (user_id, kind, detail, count, on_site, mail, mail_since, created_at)
  SELECT staff.id, 'admin', 'held', (SELECT count(*) FROM holds WHERE reason IS NULL), coalesce(chosen.site, 1),
    coalesce(chosen.mail, 'off'), new.at, new.at
  FROM users AS staff
  LEFT JOIN notification_settings AS chosen ON chosen.user_id = staff.id AND chosen.kind = 'admin'
  WHERE staff.role IN ('moderator', 'admin') AND staff.active = 1 AND staff.id <> new.user_id
    AND (coalesce(chosen.site, 1) = 1 OR coalesce(chosen.mail, 'off') <> 'off')
  ON CONFLICT (detail, user_id) WHERE kind = 'admin' DO UPDATE SET
    count = excluded.count, on_site = excluded.on_site, is_read = 0, created_at = excluded.created_at,
    mail_since = CASE WHEN notifications.mail = 'off' THEN excluded.created_at ELSE notifications.mail_since END,
    mail = excluded.mail;
END;

-- holds
CREATE TABLE `holds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`thing_id` integer NOT NULL,
	`texts` text,
	`reason` text,
	`created_at` integer NOT NULL, `avatar` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `holds_avatar` ON `holds` (`avatar`) WHERE avatar IS NOT NULL;
CREATE UNIQUE INDEX `holds_thing` ON `holds` (`kind`,`thing_id`);
CREATE INDEX `holds_user` ON `holds` (`user_id`);
CREATE INDEX `holds_waiting` ON `holds` (`id`) WHERE reason IS NULL;
CREATE TRIGGER holds_told_again AFTER UPDATE OF reason ON holds WHEN new.reason IS NULL AND old.reason IS NOT NULL BEGIN
  INSERT INTO held_posts VALUES (new.user_id, new.created_at);
END;
CREATE TRIGGER holds_told_insert AFTER INSERT ON holds WHEN new.reason IS NULL BEGIN
  INSERT INTO held_posts VALUES (new.user_id, new.created_at);
END;
CREATE TRIGGER holds_waiting_delete AFTER DELETE ON holds BEGIN
  INSERT INTO waiting_things VALUES ('held');
END;
CREATE TRIGGER holds_waiting_update AFTER UPDATE OF reason ON holds BEGIN
  INSERT INTO waiting_things VALUES ('held');
END;

-- identities
CREATE TABLE `identities` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX `identities_subject` ON `identities` (`issuer`,`subject`);
CREATE INDEX `identities_user` ON `identities` (`user_id`);

-- invites
CREATE TABLE `invites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token` text NOT NULL,
	`uses` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL, `email` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `invites_ends` ON `invites` (`ends_at`);
CREATE INDEX `invites_mailed` ON `invites` (`email`,`id`) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX `invites_token_unique` ON `invites` (`token`);
CREATE INDEX `invites_user` ON `invites` (`user_id`,`id`);
CREATE TRIGGER invites_sent_delete AFTER DELETE ON invites BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;

-- jobs
CREATE TABLE `jobs` (
	`name` text PRIMARY KEY NOT NULL,
	`requested_at` integer,
	`started_at` integer,
	`finished_at` integer,
	`next_at` integer,
	`error` text,
	`error_id` text,
	`note` text
);

-- left_names
CREATE VIEW left_names AS SELECT make_id, model_id, make, model FROM vehicles WHERE 0;
CREATE TRIGGER left_names_sweep INSTEAD OF INSERT ON left_names BEGIN
  -- A spelling that no shown vehicle has can only be a hidden one's.
  DELETE FROM spellings
  WHERE make_id = new.make_id AND model_id = 0 AND spelling = new.make AND vehicle_count = 0
    AND NOT EXISTS (SELECT 1 FROM vehicles WHERE make_id = new.make_id AND hidden > 0 AND make = new.make);
  DELETE FROM spellings
  WHERE make_id = new.make_id AND model_id = new.model_id AND spelling = new.model AND vehicle_count = 0
    AND NOT EXISTS (SELECT 1 FROM vehicles WHERE model_id = new.model_id AND hidden > 0 AND model = new.model);
  DELETE FROM models
  WHERE id = new.model_id AND vehicle_count = 0
    AND NOT EXISTS (SELECT 1 FROM vehicles WHERE model_id = new.model_id);
  DELETE FROM makes
  WHERE id = new.make_id AND vehicle_count = 0
    AND NOT EXISTS (SELECT 1 FROM vehicles WHERE make_id = new.make_id)
    AND NOT EXISTS (SELECT 1 FROM models WHERE make_id = new.make_id);
END;

-- likes
CREATE TABLE `likes` (
	`vehicle_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`vehicle_id`, `user_id`),
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `likes_user` ON `likes` (`user_id`);
CREATE INDEX `likes_vehicle` ON `likes` (`vehicle_id`,`hidden`);
CREATE TRIGGER likes_count_delete AFTER DELETE ON likes WHEN old.hidden = 0 BEGIN
  UPDATE vehicles SET like_count = like_count - 1 WHERE id = old.vehicle_id;
END;
CREATE TRIGGER likes_count_hidden AFTER UPDATE OF hidden ON likes WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE vehicles SET like_count = like_count + (new.hidden = 0) - (old.hidden = 0) WHERE id = new.vehicle_id;
END;
CREATE TRIGGER likes_count_insert AFTER INSERT ON likes WHEN new.hidden = 0 BEGIN
  UPDATE vehicles SET like_count = like_count + 1 WHERE id = new.vehicle_id;
END;
CREATE TRIGGER likes_notified_delete AFTER DELETE ON likes BEGIN
  DELETE FROM notification_people WHERE user_id = old.user_id AND notification_id =
    (SELECT id FROM notifications WHERE kind = 'like' AND vehicle_id = old.vehicle_id AND day = old.created_at / 86400000);
END;
CREATE TRIGGER likes_public_delete AFTER DELETE ON likes WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER likes_public_insert AFTER INSERT ON likes WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER likes_public_update AFTER UPDATE OF vehicle_id, user_id, created_at, hidden ON likes
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;

-- mail_outbox
CREATE TABLE `mail_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`sent_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL
, `failed_at` integer, `is_refused` integer DEFAULT false NOT NULL, `claimed_until` integer);
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`sent_at`,`next_attempt_at`);
CREATE INDEX `mail_outbox_failed` ON `mail_outbox` (`failed_at`) WHERE failed_at IS NOT NULL;
CREATE INDEX `mail_outbox_recipient` ON `mail_outbox` (`recipient`);

-- mail_tokens
CREATE TABLE `mail_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL, `email_change_id` integer REFERENCES email_changes(id) ON DELETE CASCADE,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `mail_tokens_change` ON `mail_tokens` (`email_change_id`);
CREATE INDEX `mail_tokens_expiry` ON `mail_tokens` (`expires_at`);
CREATE UNIQUE INDEX `mail_tokens_tokenHash_unique` ON `mail_tokens` (`token_hash`);
CREATE INDEX `mail_tokens_user` ON `mail_tokens` (`user_id`,`purpose`);

-- makes
CREATE TABLE `makes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`vehicle_count` integer DEFAULT 0 NOT NULL
);
CREATE INDEX `makes_biggest` ON `makes` (vehicle_count DESC,`key`) WHERE vehicle_count > 0;
CREATE INDEX `makes_by_name` ON `makes` (`key`) WHERE vehicle_count > 0;
CREATE UNIQUE INDEX `makes_key_unique` ON `makes` (`key`);

-- map_cells
CREATE TABLE `map_cells` (
	`level` integer NOT NULL,
	`kind` integer NOT NULL,
	`category` text NOT NULL,
	`edge` integer NOT NULL,
	`x` integer NOT NULL,
	`y` integer NOT NULL,
	`day` integer NOT NULL,
	`things` integer NOT NULL,
	`sum_x` integer NOT NULL,
	`sum_y` integer NOT NULL,
	PRIMARY KEY(`level`, `kind`, `category`, `edge`, `x`, `y`, `day`)
) WITHOUT ROWID;
CREATE TRIGGER map_cells_empty AFTER UPDATE OF things ON map_cells WHEN new.things = 0 BEGIN
  DELETE FROM map_cells WHERE level = new.level AND kind = new.kind AND category = new.category AND edge = new.edge
    AND x = new.x AND y = new.y AND day = new.day;
END;

-- map_edges
CREATE TABLE map_edges (kind INTEGER NOT NULL, edge INTEGER NOT NULL, PRIMARY KEY (kind, edge)) WITHOUT ROWID;

-- map_levels
CREATE TABLE map_levels (level INTEGER PRIMARY KEY);

-- map_things
CREATE TABLE `map_things` (
	`kind` integer NOT NULL,
	`id` integer NOT NULL,
	`place_id` integer NOT NULL,
	`category` text NOT NULL,
	`first_day` integer NOT NULL,
	`last_day` integer NOT NULL, `previous_day` integer DEFAULT -1000000 NOT NULL,
	PRIMARY KEY(`kind`, `id`)
) WITHOUT ROWID;
CREATE INDEX `map_things_place` ON `map_things` (`place_id`,`kind`,`first_day`,`id`,`last_day`,`category`,`previous_day`);
CREATE TRIGGER map_things_box_delete AFTER DELETE ON map_things WHEN old.kind = 1 BEGIN
  DELETE FROM event_box WHERE id = old.id;
END;
CREATE TRIGGER map_things_box_insert AFTER INSERT ON map_things WHEN new.kind = 1 BEGIN
  INSERT INTO event_box (id, west, east, north, south, starts, ends, place_id)
  SELECT new.id, x, x, y, y, new.first_day * 256, new.last_day * 256, id FROM places WHERE id = new.place_id;
END;
CREATE TRIGGER map_things_delete AFTER DELETE ON map_things BEGIN
  INSERT INTO map_cells (level, kind, category, edge, x, y, day, things, sum_x, sum_y)
  SELECT l.level, old.kind, c.category, e.edge,
    CASE l.level WHEN 0 THEN p.id ELSE p.x >> (16 - l.level) END,
    CASE l.level WHEN 0 THEN 0 ELSE p.y >> (16 - l.level) END,
    CASE e.edge WHEN 0 THEN old.last_day WHEN 1 THEN old.first_day ELSE old.previous_day END,
    -1, -p.x, -p.y
  FROM places p, map_levels l, map_edges e, (SELECT '' AS category UNION SELECT old.category) c
  WHERE p.id = old.place_id AND e.kind = old.kind AND (e.edge < 2 OR old.previous_day > -1000000)
  ON CONFLICT DO UPDATE SET things = things + excluded.things, sum_x = sum_x + excluded.sum_x, sum_y = sum_y + excluded.sum_y;
END;
CREATE TRIGGER map_things_insert AFTER INSERT ON map_things BEGIN
  INSERT INTO map_cells (level, kind, category, edge, x, y, day, things, sum_x, sum_y)
  SELECT l.level, new.kind, c.category, e.edge,
    CASE l.level WHEN 0 THEN p.id ELSE p.x >> (16 - l.level) END,
    CASE l.level WHEN 0 THEN 0 ELSE p.y >> (16 - l.level) END,
    CASE e.edge WHEN 0 THEN new.last_day WHEN 1 THEN new.first_day ELSE new.previous_day END,
    1, p.x, p.y
  FROM places p, map_levels l, map_edges e, (SELECT '' AS category UNION SELECT new.category) c
  WHERE p.id = new.place_id AND e.kind = new.kind AND (e.edge < 2 OR new.previous_day > -1000000)
  ON CONFLICT DO UPDATE SET things = things + excluded.things, sum_x = sum_x + excluded.sum_x, sum_y = sum_y + excluded.sum_y;
END;

-- models
CREATE TABLE `models` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`make_id` integer NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`vehicle_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`make_id`) REFERENCES `makes`(`id`) ON UPDATE no action ON DELETE no action
);
CREATE INDEX `models_biggest` ON `models` (`make_id`,vehicle_count DESC,`key`) WHERE vehicle_count > 0;
CREATE UNIQUE INDEX `models_key` ON `models` (`make_id`,`key`);

-- network_blocks
CREATE TABLE `network_blocks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`network` text NOT NULL,
	`reason` text NOT NULL,
	`ends_at` integer,
	`created_at` integer NOT NULL
);
CREATE UNIQUE INDEX `network_blocks_network_unique` ON `network_blocks` (`network`);

-- notification_people
CREATE TABLE `notification_people` (
	`notification_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`notification_id`, `user_id`),
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `notification_people_newest` ON `notification_people` (`notification_id`,`hidden`,`created_at`,`user_id`);
CREATE INDEX `notification_people_user` ON `notification_people` (`user_id`);
CREATE TRIGGER notification_people_delete AFTER DELETE ON notification_people BEGIN
  UPDATE notifications SET count = count - 1 WHERE id = old.notification_id AND old.hidden = 0;
  DELETE FROM notifications WHERE id = old.notification_id
    AND NOT EXISTS (SELECT 1 FROM notification_people WHERE notification_id = old.notification_id);
END;
CREATE TRIGGER notification_people_hidden AFTER UPDATE OF hidden ON notification_people WHEN new.hidden <> old.hidden BEGIN
  UPDATE notifications SET count = count + old.hidden - new.hidden WHERE id = new.notification_id;
END;
CREATE TRIGGER notification_people_insert AFTER INSERT ON notification_people WHEN new.hidden = 0 BEGIN
  UPDATE notifications SET count = count + 1 WHERE id = new.notification_id;
END;

-- notification_settings
CREATE TABLE `notification_settings` (
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`site` integer NOT NULL,
	`mail` text NOT NULL,
	`mailed_at` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `notification_settings_mail` ON `notification_settings` (`kind`,`mail`,`user_id`) WHERE mail <> 'off';

-- notifications
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
	`created_at` integer NOT NULL, `case_id` integer REFERENCES cases(id) ON DELETE CASCADE,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`comment_id`) REFERENCES `comments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `notifications_actor` ON `notifications` (`actor_id`,`user_id`) WHERE actor_id IS NOT NULL;
CREATE UNIQUE INDEX `notifications_admin` ON `notifications` (`detail`,`user_id`) WHERE kind = 'admin';
CREATE INDEX `notifications_case` ON `notifications` (`case_id`) WHERE case_id IS NOT NULL;
CREATE INDEX `notifications_comment` ON `notifications` (`comment_id`) WHERE comment_id IS NOT NULL;
CREATE INDEX `notifications_event` ON `notifications` (`event_id`,`user_id`) WHERE event_id IS NOT NULL;
CREATE UNIQUE INDEX `notifications_like` ON `notifications` (`vehicle_id`,`day`) WHERE kind = 'like';
CREATE INDEX `notifications_list` ON `notifications` (`user_id`,`on_site`,`hidden`,`created_at`,`id`);
CREATE INDEX `notifications_mail` ON `notifications` (`mail`,`user_id`,`mail_since`) WHERE mail <> 'off';
CREATE INDEX `notifications_review` ON `notifications` (`review_id`) WHERE review_id IS NOT NULL;
CREATE INDEX `notifications_ticket` ON `notifications` (`ticket_id`) WHERE ticket_id IS NOT NULL;
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`) WHERE is_read = 0;
CREATE INDEX `notifications_vehicle` ON `notifications` (`vehicle_id`) WHERE vehicle_id IS NOT NULL;
CREATE TRIGGER notifications_count AFTER UPDATE OF count ON notifications
WHEN new.kind = 'like' AND (new.count = 0) <> (old.count = 0) BEGIN
  INSERT INTO changed_notifications VALUES (new.id);
END;
CREATE TRIGGER notifications_unread_delete AFTER DELETE ON notifications
WHEN old.is_read = 0 AND old.hidden = 0 AND old.on_site = 1 BEGIN
  UPDATE users SET unread_count = unread_count - 1 WHERE id = old.user_id;
END;
CREATE TRIGGER notifications_unread_insert AFTER INSERT ON notifications
WHEN new.is_read = 0 AND new.hidden = 0 AND new.on_site = 1 BEGIN
  UPDATE users SET unread_count = unread_count + 1 WHERE id = new.user_id;
END;
CREATE TRIGGER notifications_unread_update AFTER UPDATE OF is_read, hidden, on_site ON notifications
WHEN (new.is_read = 0 AND new.hidden = 0 AND new.on_site = 1) <> (old.is_read = 0 AND old.hidden = 0 AND old.on_site = 1) BEGIN
  UPDATE users SET unread_count = unread_count + (new.is_read = 0 AND new.hidden = 0 AND new.on_site = 1)
    - (old.is_read = 0 AND old.hidden = 0 AND old.on_site = 1)
  WHERE id = new.user_id;
END;

-- passkeys
CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`sign_count` integer DEFAULT 0 NOT NULL,
	`transports` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE UNIQUE INDEX `passkeys_credentialId_unique` ON `passkeys` (`credential_id`);
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);

-- photos
CREATE TABLE `photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`vehicle_id` integer NOT NULL,
	`photo` text NOT NULL,
	`caption` text DEFAULT '' NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL, `bytes` integer DEFAULT 0 NOT NULL, `hidden` integer DEFAULT 0 NOT NULL, `entry_id` integer REFERENCES build_entries(id) ON DELETE CASCADE, `cover_rank` integer DEFAULT 0 NOT NULL, `held_caption` text,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `photos_entry` ON `photos` (`entry_id`,`position`) WHERE entry_id IS NOT NULL;
CREATE INDEX `photos_file` ON `photos` (`photo`,`hidden`);
CREATE INDEX `photos_vehicle` ON `photos` (`vehicle_id`,`entry_id`,`position`);
CREATE TRIGGER activities_photos_delete AFTER DELETE ON photos
WHEN old.entry_id IS NULL AND old.hidden & 6 = 0
  AND old.created_at > (SELECT created_at FROM vehicles WHERE id = old.vehicle_id) BEGIN
  UPDATE activities SET photo_count = photo_count - 1
  WHERE vehicle_id = old.vehicle_id AND type = 'photos' AND day = old.created_at / 86400000;
  DELETE FROM activities
  WHERE vehicle_id = old.vehicle_id AND type = 'photos' AND day = old.created_at / 86400000 AND photo_count = 0;
END;
CREATE TRIGGER activities_photos_insert AFTER INSERT ON photos
WHEN new.entry_id IS NULL AND new.created_at > (SELECT created_at FROM vehicles WHERE id = new.vehicle_id) BEGIN
  INSERT INTO activities (type, user_id, vehicle_id, day, hidden, created_at)
  SELECT 'photos', user_id, id, new.created_at / 86400000, hidden, new.created_at FROM vehicles
  WHERE id = new.vehicle_id AND NOT EXISTS (
    SELECT 1 FROM activities
    WHERE vehicle_id = new.vehicle_id AND type = 'photos' AND day = new.created_at / 86400000
  );
  UPDATE activities SET photo_count = photo_count + 1, created_at = max(created_at, new.created_at)
  WHERE vehicle_id = new.vehicle_id AND type = 'photos' AND day = new.created_at / 86400000;
END;
CREATE TRIGGER entry_photo_delete AFTER DELETE ON photos WHEN old.entry_id IS NOT NULL AND old.hidden & 6 = 0 BEGIN
  UPDATE build_entries SET photo_count = photo_count - 1 WHERE id = old.entry_id;
END;
CREATE TRIGGER entry_photo_insert AFTER INSERT ON photos WHEN new.entry_id IS NOT NULL AND new.hidden & 6 = 0 BEGIN
  UPDATE build_entries SET photo_count = photo_count + 1 WHERE id = new.entry_id;
END;
CREATE TRIGGER photos_count_hidden AFTER UPDATE OF hidden ON photos
WHEN (new.hidden & 6 = 0) <> (old.hidden & 6 = 0) BEGIN
  UPDATE vehicles SET photo_count = photo_count + (new.hidden & 6 = 0) - (old.hidden & 6 = 0)
  WHERE id = new.vehicle_id AND new.entry_id IS NULL;
  UPDATE build_entries SET photo_count = photo_count + (new.hidden & 6 = 0) - (old.hidden & 6 = 0)
  WHERE id = new.entry_id;
  UPDATE activities SET photo_count = photo_count + (new.hidden & 6 = 0) - (old.hidden & 6 = 0)
  WHERE new.entry_id IS NULL AND vehicle_id = new.vehicle_id AND type = 'photos'
    AND day = new.created_at / 86400000
    AND new.created_at > (SELECT created_at FROM vehicles WHERE id = new.vehicle_id);
  UPDATE activities SET hidden = photo_count = 0 OR (SELECT hidden FROM vehicles WHERE id = new.vehicle_id) > 0
  WHERE new.entry_id IS NULL AND vehicle_id = new.vehicle_id AND type = 'photos' AND day = new.created_at / 86400000;
END;
CREATE TRIGGER photos_cover_hidden AFTER UPDATE OF hidden ON photos
WHEN new.entry_id IS NULL AND new.hidden & 6 > 0 AND old.hidden & 6 = 0
  AND new.photo = (SELECT cover_photo FROM vehicles WHERE id = new.vehicle_id)
  AND NOT EXISTS (SELECT 1 FROM photos WHERE vehicle_id = new.vehicle_id AND entry_id IS NULL AND photo = new.photo
    AND hidden & 6 = 0) BEGIN
  UPDATE photos SET cover_rank = 1 + (SELECT max(cover_rank) FROM photos
    WHERE vehicle_id = new.vehicle_id AND entry_id IS NULL)
  WHERE id = new.id;
  UPDATE vehicles SET cover_photo = (SELECT photo FROM photos
    WHERE vehicle_id = new.vehicle_id AND entry_id IS NULL AND hidden & 6 = 0 ORDER BY position, id LIMIT 1)
  WHERE id = new.vehicle_id;
END;
CREATE TRIGGER photos_cover_shown AFTER UPDATE OF hidden ON photos
WHEN new.cover_rank > 0 AND new.hidden & 6 = 0 AND old.hidden & 6 > 0 BEGIN
  UPDATE vehicles SET cover_photo = new.photo WHERE id = new.vehicle_id;
  UPDATE photos SET cover_rank = 0
  WHERE vehicle_id = new.vehicle_id AND entry_id IS NULL AND cover_rank >= new.cover_rank;
END;
CREATE TRIGGER photos_hidden_insert AFTER INSERT ON photos
WHEN new.hidden & 16 = 0 AND ((SELECT hidden FROM vehicles WHERE id = new.vehicle_id) > 0
  OR (SELECT hidden FROM build_entries WHERE id = new.entry_id) > 0) BEGIN
  UPDATE photos SET hidden = hidden | 16 WHERE id = new.id;
END;
CREATE TRIGGER photos_public_delete AFTER DELETE ON photos WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER photos_public_insert AFTER INSERT ON photos WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER photos_public_update AFTER UPDATE OF vehicle_id, entry_id, photo, caption, position, created_at, hidden
  ON photos
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER photos_sent_delete AFTER DELETE ON photos BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = (SELECT garages.user_id FROM vehicles JOIN garages ON garages.id = garage_id
    WHERE vehicles.id = old.vehicle_id);
END;
CREATE TRIGGER photos_storage_delete AFTER DELETE ON photos BEGIN
  UPDATE users SET storage_bytes = storage_bytes - old.bytes WHERE id = (SELECT user_id FROM vehicles WHERE id = old.vehicle_id);
END;
CREATE TRIGGER photos_storage_insert AFTER INSERT ON photos BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.bytes WHERE id = (SELECT user_id FROM vehicles WHERE id = new.vehicle_id);
END;
CREATE TRIGGER photos_storage_update AFTER UPDATE OF bytes ON photos BEGIN
  UPDATE users SET storage_bytes = storage_bytes + new.bytes - old.bytes WHERE id = (SELECT user_id FROM vehicles WHERE id = new.vehicle_id);
END;
CREATE TRIGGER vehicle_photo_delete AFTER DELETE ON photos WHEN old.entry_id IS NULL AND old.hidden & 6 = 0 BEGIN
  UPDATE vehicles SET photo_count = photo_count - 1 WHERE id = old.vehicle_id;
END;
CREATE TRIGGER vehicle_photo_insert AFTER INSERT ON photos WHEN new.entry_id IS NULL AND new.hidden & 6 = 0 BEGIN
  UPDATE vehicles SET photo_count = photo_count + 1 WHERE id = new.vehicle_id;
END;

-- place_box
CREATE VIRTUAL TABLE place_box USING rtree_i32(id, west, east, north, south);

-- places
CREATE TABLE `places` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`region` text NOT NULL,
	`country` text NOT NULL,
	`label` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`x` integer NOT NULL,
	`y` integer NOT NULL
);
CREATE INDEX `places_wide` ON `places` (`country`,`kind`) WHERE kind <> 'town';
CREATE TRIGGER places_box_insert AFTER INSERT ON places WHEN new.kind = 'town' BEGIN
  INSERT INTO place_box (id, west, east, north, south) VALUES (new.id, new.x, new.x, new.y, new.y);
END;

-- public_changes
CREATE TABLE public_changes (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, site INTEGER NOT NULL DEFAULT 0);

-- recovery_codes
CREATE TABLE `recovery_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`,`code_hash`);

-- reports
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`case_id` integer NOT NULL,
	`reporter_id` integer,
	`name` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`law` text DEFAULT '' NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
CREATE INDEX `reports_case` ON `reports` (`case_id`,`id`);
CREATE INDEX `reports_created` ON `reports` (`created_at`);
CREATE INDEX `reports_reason` ON `reports` (`reason`,`case_id`);
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`);
CREATE UNIQUE INDEX `reports_token_unique` ON `reports` (`token`);

-- reviews
CREATE TABLE `reviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`garage_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`rating` integer NOT NULL,
	`review` text NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`garage_id`) REFERENCES `garages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `reviews_garage` ON `reviews` (`garage_id`,`hidden`,`id`);
CREATE UNIQUE INDEX `reviews_one_per_person` ON `reviews` (`garage_id`,`user_id`);
CREATE INDEX `reviews_user` ON `reviews` (`user_id`);
CREATE TRIGGER holds_review_delete AFTER DELETE ON reviews BEGIN
  DELETE FROM holds WHERE kind = 'review' AND thing_id = old.id;
END;
CREATE TRIGGER reviews_count_delete AFTER DELETE ON reviews WHEN old.hidden = 0 BEGIN
  UPDATE garages SET review_count = review_count - 1, rating_sum = rating_sum - old.rating WHERE id = old.garage_id;
END;
CREATE TRIGGER reviews_count_insert AFTER INSERT ON reviews WHEN new.hidden = 0 BEGIN
  UPDATE garages SET review_count = review_count + 1, rating_sum = rating_sum + new.rating WHERE id = new.garage_id;
END;
CREATE TRIGGER reviews_count_update AFTER UPDATE OF hidden, rating ON reviews BEGIN
  UPDATE garages SET
    review_count = review_count + (new.hidden = 0) - (old.hidden = 0),
    rating_sum = rating_sum - (old.hidden = 0) * old.rating + (new.hidden = 0) * new.rating
  WHERE id = new.garage_id;
END;
CREATE TRIGGER reviews_notified_hidden AFTER UPDATE OF hidden ON reviews WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE review_id = new.id;
END;
CREATE TRIGGER reviews_public_delete AFTER DELETE ON reviews WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER reviews_public_insert AFTER INSERT ON reviews WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER reviews_public_update AFTER UPDATE OF garage_id, user_id, rating, review, created_at, updated_at,
  hidden ON reviews
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER reviews_sent_delete AFTER DELETE ON reviews BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;
CREATE TRIGGER reviews_sent_update AFTER UPDATE OF rating, review ON reviews BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = old.user_id;
END;

-- second_steps
CREATE TABLE `second_steps` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_time_step` integer DEFAULT 0 NOT NULL,
	`confirmed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

-- sent_forms
CREATE TABLE `sent_forms` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`process` integer NOT NULL,
	`answer` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `sent_forms_user` ON `sent_forms` (`user_id`);

-- series_follows
CREATE TABLE `series_follows` (
	`series_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`series_id`, `user_id`),
	FOREIGN KEY (`series_id`) REFERENCES `event_series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `series_follows_user` ON `series_follows` (`user_id`,`created_at`);

-- sessions
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL, `authenticated_at` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE UNIQUE INDEX `sessions_tokenHash_unique` ON `sessions` (`token_hash`);
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
CREATE TRIGGER sessions_seen_insert AFTER INSERT ON sessions BEGIN
  UPDATE users SET last_seen_at = new.last_seen_at WHERE id = new.user_id AND last_seen_at < new.last_seen_at;
END;
CREATE TRIGGER sessions_seen_update AFTER UPDATE OF last_seen_at ON sessions BEGIN
  UPDATE users SET last_seen_at = new.last_seen_at WHERE id = new.user_id AND last_seen_at < new.last_seen_at;
END;

-- sign_up_tokens
CREATE TABLE `sign_up_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sign_up_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`sign_up_id`) REFERENCES `sign_ups`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `sign_up_tokens_expiry` ON `sign_up_tokens` (`expires_at`);
CREATE INDEX `sign_up_tokens_sign_up` ON `sign_up_tokens` (`sign_up_id`);
CREATE UNIQUE INDEX `sign_up_tokens_tokenHash_unique` ON `sign_up_tokens` (`token_hash`);

-- sign_ups
CREATE TABLE `sign_ups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`browser_hash` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL
, `invite_id` integer, `answer` text DEFAULT '' NOT NULL, `issuer` text, `subject` text);
CREATE UNIQUE INDEX `sign_ups_browserHash_unique` ON `sign_ups` (`browser_hash`);
CREATE INDEX `sign_ups_created` ON `sign_ups` (`created_at`);
CREATE INDEX `sign_ups_email` ON `sign_ups` (`email`,`id`);

-- site
CREATE TABLE `site` (
	`id` integer PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL
, `folding` integer DEFAULT 0 NOT NULL, `backup_id` text DEFAULT '' NOT NULL, `id_host` text DEFAULT '' NOT NULL);

-- site_settings
CREATE TABLE `site_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`line` text NOT NULL,
	`contact` text NOT NULL,
	`announcement` text NOT NULL,
	`announced_from` integer,
	`announced_until` integer,
	`announced_at` integer NOT NULL
, `accent` text DEFAULT '' NOT NULL, `logo` text);
CREATE INDEX `site_settings_logo` ON `site_settings` (`logo`) WHERE logo IS NOT NULL;
CREATE TRIGGER site_settings_public_insert AFTER INSERT ON site_settings BEGIN
  UPDATE public_changes SET version = version + 1, site = site + 1;
END;
CREATE TRIGGER site_settings_public_update AFTER UPDATE ON site_settings BEGIN
  UPDATE public_changes SET version = version + 1, site = site + 1;
END;

-- site_texts
CREATE TABLE `site_texts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
CREATE INDEX `site_texts_kind` ON `site_texts` (`kind`,`id`);
CREATE TRIGGER site_texts_public_insert AFTER INSERT ON site_texts BEGIN
  UPDATE public_changes SET version = version + 1, site = site + 1;
END;

-- site_totals
CREATE TABLE `site_totals` (
	`name` text PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);

-- spellings
CREATE TABLE `spellings` (
	`make_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`spelling` text NOT NULL,
	`is_alias` integer NOT NULL,
	`vehicle_count` integer DEFAULT 0 NOT NULL,
	`since` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`make_id`, `model_id`, `spelling`)
);
CREATE INDEX `spellings_most_used` ON `spellings` (`make_id`,`model_id`,`is_alias`,`vehicle_count`,`since`);

-- storage_days
CREATE TABLE `storage_days` (
	`at` integer PRIMARY KEY NOT NULL,
	`photo_bytes` integer NOT NULL,
	`database_bytes` integer NOT NULL
);

-- suspended_addresses
CREATE TABLE `suspended_addresses` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);

-- ticket_replies
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
CREATE INDEX `ticket_replies_author` ON `ticket_replies` (`author_id`);
CREATE INDEX `ticket_replies_ticket` ON `ticket_replies` (`ticket_id`,`id`);

-- tickets
CREATE TABLE `tickets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`category` text NOT NULL,
	`subject` text NOT NULL,
	`description` text NOT NULL,
	`status` text DEFAULT 'New' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `subject_folded` text DEFAULT '' NOT NULL, `about` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
CREATE INDEX `tickets_created` ON `tickets` (`created_at`,`id`);
CREATE INDEX `tickets_inbox` ON `tickets` (`status`,`created_at`,`id`);
CREATE INDEX `tickets_user` ON `tickets` (`user_id`);
CREATE TRIGGER tickets_waiting_delete AFTER DELETE ON tickets WHEN old.status <> 'Closed' BEGIN
  INSERT INTO waiting_things VALUES ('tickets');
END;
CREATE TRIGGER tickets_waiting_insert AFTER INSERT ON tickets WHEN new.status <> 'Closed' BEGIN
  INSERT INTO waiting_things VALUES ('tickets');
END;
CREATE TRIGGER tickets_waiting_update AFTER UPDATE OF status ON tickets WHEN new.status <> old.status BEGIN
  INSERT INTO waiting_things VALUES ('tickets');
END;

-- uploads
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`filename` text NOT NULL,
	`size` integer NOT NULL,
	`finished_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `uploads_created` ON `uploads` (`created_at`);
CREATE INDEX `uploads_user` ON `uploads` (`user_id`,`created_at`);

-- users
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`avatar` text DEFAULT 'default.jpg' NOT NULL,
	`bio` text DEFAULT '' NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`role` text DEFAULT 'user' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`verified_at` integer,
	`follower_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
, `unread_count` integer DEFAULT 0 NOT NULL, `news_seen_at` integer DEFAULT 0 NOT NULL, `mail_paused` integer DEFAULT false NOT NULL, `unsubscribe_key` text, `suspended_until` integer, `hide_all` integer DEFAULT false NOT NULL, `trusted` integer DEFAULT false NOT NULL, `hidden_until` integer, `mail_refused_at` integer, `calendar_key` text, `last_seen_at` integer DEFAULT 0 NOT NULL, `storage_bytes` integer DEFAULT 0 NOT NULL, `quota_mb` integer);
CREATE INDEX users_avatar ON users (avatar, active, verified_at, hide_all) WHERE avatar <> 'default.jpg';
CREATE UNIQUE INDEX `users_calendarKey_unique` ON `users` (`calendar_key`);
CREATE INDEX `users_created` ON `users` (`active`,`created_at`,`id`);
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);
CREATE INDEX `users_hidden` ON `users` (`hidden_until`) WHERE hide_all = 1;
CREATE INDEX `users_name` ON `users` (`name_folded`,`id`);
CREATE INDEX `users_newest` ON `users` (`created_at`,`id`);
CREATE INDEX `users_role` ON `users` (`role`);
CREATE INDEX `users_seen` ON `users` (`last_seen_at`,`id`);
CREATE INDEX `users_storage` ON `users` (`storage_bytes`,`id`);
CREATE UNIQUE INDEX `users_unsubscribeKey_unique` ON `users` (`unsubscribe_key`);
CREATE TRIGGER users_active AFTER UPDATE OF active, hide_all ON users
WHEN new.active <> old.active OR new.hide_all <> old.hide_all BEGIN
  UPDATE garages SET hidden = hidden & ~33 | (1 - new.active) | 32 * new.hide_all WHERE user_id = new.id;
  UPDATE vehicles SET hidden = hidden & ~33 | (1 - new.active) | 32 * new.hide_all WHERE user_id = new.id;
  UPDATE comments SET hidden = hidden & ~33 | (1 - new.active) | 32 * new.hide_all WHERE user_id = new.id;
  UPDATE reviews SET hidden = hidden & ~33 | (1 - new.active) | 32 * new.hide_all WHERE user_id = new.id;
  UPDATE likes SET hidden = (1 - new.active) | 32 * new.hide_all WHERE user_id = new.id;
  UPDATE event_attendances SET hidden = (1 - new.active) | 32 * new.hide_all WHERE user_id = new.id;
  UPDATE follows SET hidden = NOT (new.active AND NOT new.hide_all
    AND (SELECT active AND NOT hide_all FROM users WHERE id = followed_id)) WHERE follower_id = new.id;
  UPDATE follows SET hidden = NOT (new.active AND NOT new.hide_all
    AND (SELECT active AND NOT hide_all FROM users WHERE id = follower_id)) WHERE followed_id = new.id;
END;
CREATE TRIGGER users_deleted_tickets BEFORE DELETE ON users BEGIN
  UPDATE tickets SET name = 'Deleted member', email = '' WHERE user_id = old.id;
  UPDATE ticket_replies SET author_name = 'Deleted member' WHERE author_id = old.id;
END;
CREATE TRIGGER users_email_fts_delete AFTER DELETE ON users BEGIN
  INSERT INTO users_email_fts (users_email_fts, rowid, email) VALUES ('delete', old.id, old.email);
END;
CREATE TRIGGER users_email_fts_insert AFTER INSERT ON users BEGIN
  INSERT INTO users_email_fts (rowid, email) VALUES (new.id, new.email);
END;
CREATE TRIGGER users_email_fts_update AFTER UPDATE OF email ON users BEGIN
  INSERT INTO users_email_fts (users_email_fts, rowid, email) VALUES ('delete', old.id, old.email);
  INSERT INTO users_email_fts (rowid, email) VALUES (new.id, new.email);
END;
CREATE TRIGGER users_fts_delete AFTER DELETE ON users BEGIN
  INSERT INTO users_fts (users_fts, rowid, name_folded) VALUES ('delete', old.id, old.name_folded);
END;
CREATE TRIGGER users_fts_insert AFTER INSERT ON users BEGIN
  INSERT INTO users_fts (rowid, name_folded) VALUES (new.id, new.name_folded);
END;
CREATE TRIGGER users_fts_update AFTER UPDATE OF name_folded ON users BEGIN
  INSERT INTO users_fts (users_fts, rowid, name_folded) VALUES ('delete', old.id, old.name_folded);
  INSERT INTO users_fts (rowid, name_folded) VALUES (new.id, new.name_folded);
END;
CREATE TRIGGER users_notified_active AFTER UPDATE OF active, hide_all ON users
WHEN new.active <> old.active OR new.hide_all <> old.hide_all BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = new.id;
  INSERT INTO changed_people SELECT notification_id, user_id FROM notification_people WHERE user_id = new.id;
END;
CREATE TRIGGER users_notified_role AFTER UPDATE OF role ON users WHEN new.role <> old.role BEGIN
  DELETE FROM notifications WHERE kind = 'admin' AND user_id = new.id
    AND (new.role = 'user' OR (detail = 'tickets' AND new.role <> 'admin'));
END;
CREATE TRIGGER users_public_delete AFTER DELETE ON users WHEN old.active = 1 AND old.verified_at IS NOT NULL BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER users_public_insert AFTER INSERT ON users WHEN new.active = 1 AND new.verified_at IS NOT NULL BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER users_public_update AFTER UPDATE OF name, name_folded, avatar, bio, location, role, active, hide_all, verified_at,
  created_at ON users
WHEN (old.active = 1 AND old.verified_at IS NOT NULL) OR (new.active = 1 AND new.verified_at IS NOT NULL) BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER users_seen_insert AFTER INSERT ON users WHEN new.last_seen_at < new.created_at BEGIN
  UPDATE users SET last_seen_at = new.created_at WHERE id = new.id;
END;

-- users_email_fts
CREATE VIRTUAL TABLE users_email_fts USING fts5(email, content='users', content_rowid='id', tokenize='trigram');

-- users_fts
CREATE VIRTUAL TABLE users_fts USING fts5(name_folded, content='users', content_rowid='id', tokenize='trigram');

-- vehicle_years
CREATE TABLE `vehicle_years` (
	`make_id` integer NOT NULL,
	`model_id` integer NOT NULL,
	`year` integer NOT NULL,
	`vehicle_count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`make_id`, `model_id`, `year`)
);

-- vehicles
CREATE TABLE `vehicles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`garage_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`make` text NOT NULL,
	`model` text NOT NULL,
	`year` integer NOT NULL,
	`condition` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`story` text DEFAULT '' NOT NULL,
	`cover_photo` text,
	`like_count` integer DEFAULT 0 NOT NULL,
	`comment_count` integer DEFAULT 0 NOT NULL,
	`photo_count` integer DEFAULT 0 NOT NULL,
	`search_text` text NOT NULL,
	`hidden` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL, `make_id` integer REFERENCES makes(id), `model_id` integer REFERENCES models(id), `specs` text DEFAULT '[]' NOT NULL, `build_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`garage_id`) REFERENCES `garages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE INDEX `vehicles_garage` ON `vehicles` (`garage_id`,`hidden`,`created_at`,`id`);
CREATE INDEX `vehicles_liked` ON `vehicles` (`hidden`,`like_count`,`id`,`year`,`condition`);
CREATE INDEX vehicles_lone_cover ON vehicles (cover_photo, hidden) WHERE cover_photo IS NOT NULL AND photo_count = 0;
CREATE INDEX `vehicles_make` ON `vehicles` (`make_id`,`hidden`,`created_at`,`id`,`year`,`condition`);
CREATE INDEX `vehicles_make_liked` ON `vehicles` (`make_id`,`hidden`,`like_count`,`id`,`year`,`condition`);
CREATE INDEX `vehicles_make_year` ON `vehicles` (`make_id`,`hidden`,`year`,`created_at`,`id`,`like_count`,`condition`);
CREATE INDEX `vehicles_model` ON `vehicles` (`model_id`,`hidden`,`created_at`,`id`,`year`,`condition`);
CREATE INDEX `vehicles_model_liked` ON `vehicles` (`model_id`,`hidden`,`like_count`,`id`,`year`,`condition`);
CREATE INDEX `vehicles_model_year` ON `vehicles` (`model_id`,`hidden`,`year`,`created_at`,`id`,`like_count`,`condition`);
CREATE INDEX `vehicles_newest` ON `vehicles` (`hidden`,`created_at`,`id`,`year`,`condition`);
CREATE INDEX `vehicles_user` ON `vehicles` (`user_id`);
CREATE INDEX vehicles_with_cover ON vehicles (garage_id, id) WHERE cover_photo IS NOT NULL;
CREATE INDEX `vehicles_year` ON `vehicles` (`hidden`,`year`,`created_at`,`id`,`like_count`,`condition`);
CREATE TRIGGER activities_vehicle_insert AFTER INSERT ON vehicles BEGIN
  INSERT INTO activities (type, user_id, vehicle_id, hidden, created_at)
  VALUES ('vehicle', new.user_id, new.id, new.hidden, new.created_at);
END;
CREATE TRIGGER garage_photo_count AFTER UPDATE OF photo_count ON vehicles WHEN new.hidden & 6 = 0 BEGIN
  UPDATE garages SET photo_count = photo_count + new.photo_count - old.photo_count WHERE id = new.garage_id;
END;
CREATE TRIGGER garage_vehicle_delete AFTER DELETE ON vehicles WHEN old.hidden & 6 = 0 BEGIN
  UPDATE garages SET vehicle_count = vehicle_count - 1, photo_count = photo_count - old.photo_count WHERE id = old.garage_id;
END;
CREATE TRIGGER garage_vehicle_hidden AFTER UPDATE OF hidden ON vehicles
WHEN (new.hidden & 6 = 0) <> (old.hidden & 6 = 0) BEGIN
  UPDATE garages SET
    vehicle_count = vehicle_count + (new.hidden & 6 = 0) - (old.hidden & 6 = 0),
    photo_count = photo_count + ((new.hidden & 6 = 0) - (old.hidden & 6 = 0)) * new.photo_count
  WHERE id = new.garage_id;
END;
CREATE TRIGGER garage_vehicle_insert AFTER INSERT ON vehicles WHEN new.hidden & 6 = 0 BEGIN
  UPDATE garages SET vehicle_count = vehicle_count + 1, photo_count = photo_count + new.photo_count WHERE id = new.garage_id;
END;
CREATE TRIGGER holds_vehicle_delete AFTER DELETE ON vehicles BEGIN
  DELETE FROM holds WHERE kind = 'vehicle' AND thing_id = old.id;
END;
CREATE TRIGGER vehicles_cover_chosen AFTER UPDATE OF cover_photo ON vehicles
WHEN new.cover_photo IS NOT old.cover_photo AND EXISTS (SELECT 1 FROM photos
  WHERE vehicle_id = new.id AND entry_id IS NULL AND photo = old.cover_photo AND hidden & 6 = 0)
  AND NOT EXISTS (SELECT 1 FROM photos
    WHERE vehicle_id = new.id AND entry_id IS NULL AND photo = new.cover_photo AND cover_rank > 0) BEGIN
  UPDATE photos SET cover_rank = 0 WHERE vehicle_id = new.id AND entry_id IS NULL AND cover_rank > 0;
END;
CREATE TRIGGER vehicles_filed_delete AFTER DELETE ON vehicles BEGIN
  INSERT INTO filed_vehicles SELECT -1, old.id, old.make_id, old.model_id, old.make, old.model, old.year
  WHERE old.hidden = 0;
  INSERT INTO left_names SELECT old.make_id, old.model_id, old.make, old.model WHERE old.model_id IS NOT NULL;
END;
CREATE TRIGGER vehicles_filed_insert AFTER INSERT ON vehicles WHEN new.hidden = 0 BEGIN
  INSERT INTO filed_vehicles VALUES (1, new.id, new.make_id, new.model_id, new.make, new.model, new.year);
END;
CREATE TRIGGER vehicles_filed_update AFTER UPDATE OF make_id, model_id, make, model, year, hidden ON vehicles
WHEN (new.make_id, new.model_id, new.make, new.model, new.year, new.hidden)
  IS NOT (old.make_id, old.model_id, old.make, old.model, old.year, old.hidden) BEGIN
  INSERT INTO filed_vehicles SELECT -1, old.id, old.make_id, old.model_id, old.make, old.model, old.year
  WHERE old.hidden = 0;
  INSERT INTO filed_vehicles SELECT 1, new.id, new.make_id, new.model_id, new.make, new.model, new.year
  WHERE new.hidden = 0;
  INSERT INTO left_names SELECT old.make_id, old.model_id, old.make, old.model WHERE old.model_id IS NOT NULL;
END;
CREATE TRIGGER vehicles_fts_delete AFTER DELETE ON vehicles BEGIN
  INSERT INTO vehicles_fts (vehicles_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
END;
CREATE TRIGGER vehicles_fts_insert AFTER INSERT ON vehicles BEGIN
  INSERT INTO vehicles_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER vehicles_fts_update AFTER UPDATE OF search_text ON vehicles BEGIN
  INSERT INTO vehicles_fts (vehicles_fts, rowid, search_text) VALUES ('delete', old.id, old.search_text);
  INSERT INTO vehicles_fts (rowid, search_text) VALUES (new.id, new.search_text);
END;
CREATE TRIGGER vehicles_hidden AFTER UPDATE OF hidden ON vehicles WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE photos SET hidden = hidden & ~16 | 16 * (new.hidden > 0) WHERE vehicle_id = new.id AND entry_id IS NULL;
  UPDATE build_entries SET hidden = hidden & ~16 | 16 * (new.hidden > 0) WHERE vehicle_id = new.id;
  UPDATE activities SET hidden = new.hidden > 0 OR (type = 'photos' AND photo_count = 0)
  WHERE vehicle_id = new.id AND entry_id IS NULL;
END;
CREATE TRIGGER vehicles_hidden_insert AFTER INSERT ON vehicles
WHEN new.hidden & 16 = 0 AND (SELECT hidden & 6 FROM garages WHERE id = new.garage_id) > 0 BEGIN
  UPDATE vehicles SET hidden = hidden | 16 WHERE id = new.id;
END;
CREATE TRIGGER vehicles_notified_hidden AFTER UPDATE OF hidden ON vehicles WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE vehicle_id = new.id;
END;
CREATE TRIGGER vehicles_public_delete AFTER DELETE ON vehicles WHEN old.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER vehicles_public_insert AFTER INSERT ON vehicles WHEN new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER vehicles_public_update AFTER UPDATE OF garage_id, user_id, make, model, year, make_id, model_id, condition,
  description, story, specs, cover_photo, search_text, created_at, updated_at, hidden ON vehicles
WHEN old.hidden = 0 OR new.hidden = 0 BEGIN
  UPDATE public_changes SET version = version + 1;
END;
CREATE TRIGGER vehicles_sent_delete AFTER DELETE ON vehicles BEGIN
  DELETE FROM sent_forms WHERE answer IS NOT NULL AND user_id = (SELECT user_id FROM garages WHERE id = old.garage_id);
END;
CREATE TRIGGER vehicles_storage_delete BEFORE DELETE ON vehicles BEGIN
  UPDATE users SET storage_bytes = storage_bytes
    - coalesce((SELECT sum(bytes) FROM photos WHERE vehicle_id = old.id), 0) WHERE id = old.user_id;
END;
CREATE TRIGGER vehicles_total_delete AFTER DELETE ON vehicles WHEN old.hidden = 0 BEGIN
  UPDATE site_totals SET total = total - 1 WHERE name = 'vehicles';
END;
CREATE TRIGGER vehicles_total_hidden AFTER UPDATE OF hidden ON vehicles WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE site_totals SET total = total + (new.hidden = 0) - (old.hidden = 0) WHERE name = 'vehicles';
END;
CREATE TRIGGER vehicles_total_insert AFTER INSERT ON vehicles WHEN new.hidden = 0 BEGIN
  UPDATE site_totals SET total = total + 1 WHERE name = 'vehicles';
END;

-- vehicles_fts
CREATE VIRTUAL TABLE vehicles_fts USING fts5(search_text, content='vehicles', content_rowid='id', tokenize='trigram');

-- waiting_things
CREATE VIEW waiting_things AS SELECT '' AS what WHERE 0;
CREATE TRIGGER waiting_things_count INSTEAD OF INSERT ON waiting_things BEGIN
  UPDATE notifications SET count = CASE new.what
      WHEN 'events' THEN (SELECT count(*) FROM events WHERE status = 'pending')
        + (SELECT count(*) FROM event_changes CROSS JOIN events ON events.id = event_id
          WHERE event_changes.status = 'pending' AND events.status <> 'hidden')
      WHEN 'cases' THEN (SELECT count(*) FROM cases WHERE state IN ('open', 'appealed'))
      WHEN 'held' THEN (SELECT count(*) FROM holds WHERE reason IS NULL)
      WHEN 'applications' THEN (SELECT count(*) FROM applications WHERE refused_at IS NULL)
      ELSE (SELECT count(*) FROM tickets WHERE status IN ('New', 'In Progress')) END
  WHERE kind = 'admin' AND detail = new.what;
  DELETE FROM notifications WHERE kind = 'admin' AND detail = new.what AND count = 0;
END;
