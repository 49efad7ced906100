CREATE TABLE `applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`answer` text NOT NULL,
	`refused_at` integer,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `applications_email_unique` ON `applications` (`email`);--> statement-breakpoint
CREATE INDEX `applications_waiting` ON `applications` (`id`) WHERE refused_at IS NULL;--> statement-breakpoint
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
--> statement-breakpoint
CREATE INDEX `case_notes_case` ON `case_notes` (`case_id`,`id`);--> statement-breakpoint
CREATE INDEX `case_notes_author` ON `case_notes` (`author_id`);--> statement-breakpoint
CREATE TABLE `case_pictures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`case_id` integer NOT NULL,
	`image` text NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `case_pictures_case` ON `case_pictures` (`case_id`,`id`);--> statement-breakpoint
CREATE INDEX `case_pictures_image` ON `case_pictures` (`image`);--> statement-breakpoint
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
	`created_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open_thing` ON `cases` (`kind`,`thing_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `cases_thing` ON `cases` (`kind`,`thing_id`);--> statement-breakpoint
CREATE INDEX `cases_state` ON `cases` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `cases_kind` ON `cases` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `cases_person` ON `cases` (`person_id`,`id`);--> statement-breakpoint
CREATE INDEX `cases_decided` ON `cases` (`decided_at`);--> statement-breakpoint
CREATE INDEX `cases_closed` ON `cases` (`closed_at`);--> statement-breakpoint
CREATE TABLE `door` (
	`id` integer PRIMARY KEY NOT NULL,
	`registration` text DEFAULT 'open' NOT NULL,
	`question` text DEFAULT '' NOT NULL,
	`refused_domains` text DEFAULT '[]' NOT NULL,
	`members_invite` integer DEFAULT false NOT NULL,
	`first_posts` text DEFAULT 'off' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `holds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`thing_id` integer NOT NULL,
	`texts` text,
	`reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `holds_thing` ON `holds` (`kind`,`thing_id`);--> statement-breakpoint
CREATE INDEX `holds_user` ON `holds` (`user_id`);--> statement-breakpoint
CREATE INDEX `holds_waiting` ON `holds` (`id`) WHERE reason IS NULL;--> statement-breakpoint
CREATE TABLE `invites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`token` text NOT NULL,
	`uses` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_token_unique` ON `invites` (`token`);--> statement-breakpoint
CREATE INDEX `invites_user` ON `invites` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `invites_ends` ON `invites` (`ends_at`);--> statement-breakpoint
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
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_token_unique` ON `reports` (`token`);--> statement-breakpoint
CREATE INDEX `reports_case` ON `reports` (`case_id`,`id`);--> statement-breakpoint
CREATE INDEX `reports_reason` ON `reports` (`reason`,`case_id`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`);--> statement-breakpoint
CREATE INDEX `reports_created` ON `reports` (`created_at`);--> statement-breakpoint
ALTER TABLE `sign_ups` ADD `invite_id` integer;--> statement-breakpoint
ALTER TABLE `sign_ups` ADD `answer` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `hide_all` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `trusted` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`suspended_until`) WHERE hide_all = 1;--> statement-breakpoint
ALTER TABLE `notifications` ADD `case_id` integer REFERENCES cases(id) ON DELETE CASCADE;--> statement-breakpoint
CREATE INDEX `notifications_case` ON `notifications` (`case_id`) WHERE case_id IS NOT NULL;--> statement-breakpoint
-- `hidden` says why (app/db/columns.ts): 1 account, 2 measure, 4 hold, 16 the whole that it is part of, 32 suspension.
-- Counters of a whole leave out what is hidden by itself (2, 4); what hides the whole hides its counters too.
DROP TRIGGER comments_count_hidden;--> statement-breakpoint
CREATE TRIGGER comments_count_hidden AFTER UPDATE OF hidden ON comments WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE vehicles SET comment_count = comment_count + (new.hidden = 0) - (old.hidden = 0) WHERE id = new.vehicle_id;
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE comment_id = new.id;
END;--> statement-breakpoint
DROP TRIGGER reviews_count_update;--> statement-breakpoint
CREATE TRIGGER reviews_count_update AFTER UPDATE OF hidden, rating ON reviews BEGIN
  UPDATE garages SET
    review_count = review_count + (new.hidden = 0) - (old.hidden = 0),
    rating_sum = rating_sum - (old.hidden = 0) * old.rating + (new.hidden = 0) * new.rating
  WHERE id = new.garage_id;
END;--> statement-breakpoint
CREATE TRIGGER reviews_notified_hidden AFTER UPDATE OF hidden ON reviews WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE review_id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER events_notified_hidden AFTER UPDATE OF status ON events
WHEN (new.status = 'hidden') <> (old.status = 'hidden') BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE event_id = new.id;
END;--> statement-breakpoint
DROP TRIGGER garages_total_hidden;--> statement-breakpoint
CREATE TRIGGER garages_total_hidden AFTER UPDATE OF hidden ON garages WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE site_totals SET total = total + (new.hidden = 0) - (old.hidden = 0) WHERE name = 'garages';
END;--> statement-breakpoint
DROP TRIGGER vehicles_total_hidden;--> statement-breakpoint
CREATE TRIGGER vehicles_total_hidden AFTER UPDATE OF hidden ON vehicles WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE site_totals SET total = total + (new.hidden = 0) - (old.hidden = 0) WHERE name = 'vehicles';
END;--> statement-breakpoint
DROP TRIGGER left_names_sweep;--> statement-breakpoint
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
END;--> statement-breakpoint
DROP TRIGGER users_active;--> statement-breakpoint
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
END;--> statement-breakpoint
DROP TRIGGER likes_count_hidden;--> statement-breakpoint
CREATE TRIGGER likes_count_hidden AFTER UPDATE OF hidden ON likes WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE vehicles SET like_count = like_count + (new.hidden = 0) - (old.hidden = 0) WHERE id = new.vehicle_id;
END;--> statement-breakpoint
DROP TRIGGER attendances_count_hidden;--> statement-breakpoint
CREATE TRIGGER attendances_count_hidden AFTER UPDATE OF hidden ON event_attendances
WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE events SET attendance_count = attendance_count + (new.hidden = 0) - (old.hidden = 0) WHERE id = new.event_id;
END;--> statement-breakpoint
DROP TRIGGER users_notified_active;--> statement-breakpoint
CREATE TRIGGER users_notified_active AFTER UPDATE OF active, hide_all ON users
WHEN new.active <> old.active OR new.hide_all <> old.hide_all BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE actor_id = new.id;
  INSERT INTO changed_people SELECT notification_id, user_id FROM notification_people WHERE user_id = new.id;
END;--> statement-breakpoint
DROP TRIGGER users_public_update;--> statement-breakpoint
CREATE TRIGGER users_public_update AFTER UPDATE OF name, name_folded, avatar, bio, location, active, hide_all, verified_at,
  created_at ON users
WHEN (old.active = 1 AND old.verified_at IS NOT NULL) OR (new.active = 1 AND new.verified_at IS NOT NULL) BEGIN
  UPDATE public_changes SET version = version + 1;
END;--> statement-breakpoint
DROP TRIGGER changed_notifications_hidden;--> statement-breakpoint
CREATE TRIGGER changed_notifications_hidden INSTEAD OF INSERT ON changed_notifications BEGIN
  UPDATE notifications SET hidden = (kind = 'like' AND count = 0)
    OR EXISTS (SELECT 1 FROM vehicles WHERE id = notifications.vehicle_id AND hidden > 0)
    OR EXISTS (SELECT 1 FROM comments WHERE id = notifications.comment_id AND hidden > 0)
    OR EXISTS (SELECT 1 FROM reviews WHERE id = notifications.review_id AND hidden > 0)
    OR (kind = 'event' AND EXISTS (SELECT 1 FROM events WHERE id = notifications.event_id AND status = 'hidden'))
    OR EXISTS (SELECT 1 FROM users WHERE id = actor_id AND (active = 0 OR hide_all = 1))
    OR EXISTS (SELECT 1 FROM blocks WHERE user_id = notifications.user_id AND other_id = actor_id)
  WHERE id = new.id;
END;--> statement-breakpoint
DROP TRIGGER changed_people_hidden;--> statement-breakpoint
CREATE TRIGGER changed_people_hidden INSTEAD OF INSERT ON changed_people BEGIN
  UPDATE notification_people SET hidden = EXISTS (
      SELECT 1 FROM users WHERE id = new.user_id AND (active = 0 OR hide_all = 1))
    OR EXISTS (SELECT 1 FROM notifications AS told CROSS JOIN blocks ON blocks.user_id = told.user_id
      WHERE told.id = new.notification_id AND other_id = new.user_id)
  WHERE notification_id = new.notification_id AND user_id = new.user_id;
END;--> statement-breakpoint
-- What was hidden with a whole says so.
UPDATE photos SET hidden = 16 WHERE hidden = 1;--> statement-breakpoint
UPDATE build_entries SET hidden = 16 WHERE hidden = 1;--> statement-breakpoint
DROP INDEX users_avatar;--> statement-breakpoint
CREATE INDEX users_avatar ON users (avatar, active, verified_at, hide_all) WHERE avatar <> 'default.jpg';--> statement-breakpoint
-- A garage that staff have hidden hides its vehicles, a vehicle its photos and build log, an entry its photos.
CREATE TRIGGER garages_hidden AFTER UPDATE OF hidden ON garages WHEN (new.hidden & 6 = 0) <> (old.hidden & 6 = 0) BEGIN
  UPDATE vehicles SET hidden = hidden & ~16 | 16 * (new.hidden & 6 > 0) WHERE garage_id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER vehicles_hidden_insert AFTER INSERT ON vehicles
WHEN new.hidden & 16 = 0 AND (SELECT hidden & 6 FROM garages WHERE id = new.garage_id) > 0 BEGIN
  UPDATE vehicles SET hidden = hidden | 16 WHERE id = new.id;
END;--> statement-breakpoint
DROP TRIGGER vehicles_hidden;--> statement-breakpoint
CREATE TRIGGER vehicles_hidden AFTER UPDATE OF hidden ON vehicles WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE photos SET hidden = hidden & ~16 | 16 * (new.hidden > 0) WHERE vehicle_id = new.id AND entry_id IS NULL;
  UPDATE build_entries SET hidden = hidden & ~16 | 16 * (new.hidden > 0) WHERE vehicle_id = new.id;
  UPDATE activities SET hidden = new.hidden > 0 OR (type = 'photos' AND photo_count = 0)
  WHERE vehicle_id = new.id AND entry_id IS NULL;
END;--> statement-breakpoint
CREATE TRIGGER build_entries_hidden AFTER UPDATE OF hidden ON build_entries
WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  UPDATE photos SET hidden = hidden & ~16 | 16 * (new.hidden > 0) WHERE entry_id = new.id;
  UPDATE activities SET hidden = new.hidden > 0 WHERE entry_id = new.id;
END;--> statement-breakpoint
DROP TRIGGER build_entries_hidden_insert;--> statement-breakpoint
CREATE TRIGGER build_entries_hidden_insert AFTER INSERT ON build_entries
WHEN new.hidden & 16 = 0 AND (SELECT hidden FROM vehicles WHERE id = new.vehicle_id) > 0 BEGIN
  UPDATE build_entries SET hidden = hidden | 16 WHERE id = new.id;
END;--> statement-breakpoint
DROP TRIGGER activities_build_insert;--> statement-breakpoint
CREATE TRIGGER activities_build_insert AFTER INSERT ON build_entries BEGIN
  INSERT INTO activities (type, user_id, vehicle_id, entry_id, hidden, created_at)
  SELECT 'build', user_id, id, new.id, hidden > 0 OR new.hidden > 0, new.created_at FROM vehicles
  WHERE id = new.vehicle_id;
END;--> statement-breakpoint
DROP TRIGGER photos_hidden_insert;--> statement-breakpoint
CREATE TRIGGER photos_hidden_insert AFTER INSERT ON photos
WHEN new.hidden & 16 = 0 AND ((SELECT hidden FROM vehicles WHERE id = new.vehicle_id) > 0
  OR (SELECT hidden FROM build_entries WHERE id = new.entry_id) > 0) BEGIN
  UPDATE photos SET hidden = hidden | 16 WHERE id = new.id;
END;--> statement-breakpoint
DROP TRIGGER build_entries_count_insert;--> statement-breakpoint
CREATE TRIGGER build_entries_count_insert AFTER INSERT ON build_entries WHEN new.hidden & 6 = 0 BEGIN
  UPDATE vehicles SET build_count = build_count + 1 WHERE id = new.vehicle_id;
END;--> statement-breakpoint
DROP TRIGGER build_entries_count_delete;--> statement-breakpoint
CREATE TRIGGER build_entries_count_delete AFTER DELETE ON build_entries WHEN old.hidden & 6 = 0 BEGIN
  UPDATE vehicles SET build_count = build_count - 1 WHERE id = old.vehicle_id;
END;--> statement-breakpoint
CREATE TRIGGER build_entries_count_hidden AFTER UPDATE OF hidden ON build_entries
WHEN (new.hidden & 6 = 0) <> (old.hidden & 6 = 0) BEGIN
  UPDATE vehicles SET build_count = build_count + (new.hidden & 6 = 0) - (old.hidden & 6 = 0) WHERE id = new.vehicle_id;
END;--> statement-breakpoint
DROP TRIGGER vehicle_photo_insert;--> statement-breakpoint
CREATE TRIGGER vehicle_photo_insert AFTER INSERT ON photos WHEN new.entry_id IS NULL AND new.hidden & 6 = 0 BEGIN
  UPDATE vehicles SET photo_count = photo_count + 1 WHERE id = new.vehicle_id;
END;--> statement-breakpoint
DROP TRIGGER vehicle_photo_delete;--> statement-breakpoint
CREATE TRIGGER vehicle_photo_delete AFTER DELETE ON photos WHEN old.entry_id IS NULL AND old.hidden & 6 = 0 BEGIN
  UPDATE vehicles SET photo_count = photo_count - 1 WHERE id = old.vehicle_id;
END;--> statement-breakpoint
DROP TRIGGER entry_photo_insert;--> statement-breakpoint
CREATE TRIGGER entry_photo_insert AFTER INSERT ON photos WHEN new.entry_id IS NOT NULL AND new.hidden & 6 = 0 BEGIN
  UPDATE build_entries SET photo_count = photo_count + 1 WHERE id = new.entry_id;
END;--> statement-breakpoint
DROP TRIGGER entry_photo_delete;--> statement-breakpoint
CREATE TRIGGER entry_photo_delete AFTER DELETE ON photos WHEN old.entry_id IS NOT NULL AND old.hidden & 6 = 0 BEGIN
  UPDATE build_entries SET photo_count = photo_count - 1 WHERE id = old.entry_id;
END;--> statement-breakpoint
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
END;--> statement-breakpoint
DROP TRIGGER activities_photos_delete;--> statement-breakpoint
CREATE TRIGGER activities_photos_delete AFTER DELETE ON photos
WHEN old.entry_id IS NULL AND old.hidden & 6 = 0
  AND old.created_at > (SELECT created_at FROM vehicles WHERE id = old.vehicle_id) BEGIN
  UPDATE activities SET photo_count = photo_count - 1
  WHERE vehicle_id = old.vehicle_id AND type = 'photos' AND day = old.created_at / 86400000;
  DELETE FROM activities
  WHERE vehicle_id = old.vehicle_id AND type = 'photos' AND day = old.created_at / 86400000 AND photo_count = 0;
END;--> statement-breakpoint
DROP TRIGGER garage_photo_count;--> statement-breakpoint
CREATE TRIGGER garage_photo_count AFTER UPDATE OF photo_count ON vehicles WHEN new.hidden & 6 = 0 BEGIN
  UPDATE garages SET photo_count = photo_count + new.photo_count - old.photo_count WHERE id = new.garage_id;
END;--> statement-breakpoint
DROP TRIGGER garage_vehicle_delete;--> statement-breakpoint
CREATE TRIGGER garage_vehicle_delete AFTER DELETE ON vehicles WHEN old.hidden & 6 = 0 BEGIN
  UPDATE garages SET vehicle_count = vehicle_count - 1, photo_count = photo_count - old.photo_count WHERE id = old.garage_id;
END;--> statement-breakpoint
DROP TRIGGER garage_vehicle_insert;--> statement-breakpoint
CREATE TRIGGER garage_vehicle_insert AFTER INSERT ON vehicles WHEN new.hidden & 6 = 0 BEGIN
  UPDATE garages SET vehicle_count = vehicle_count + 1, photo_count = photo_count + new.photo_count WHERE id = new.garage_id;
END;--> statement-breakpoint
CREATE TRIGGER garage_vehicle_hidden AFTER UPDATE OF hidden ON vehicles
WHEN (new.hidden & 6 = 0) <> (old.hidden & 6 = 0) BEGIN
  UPDATE garages SET
    vehicle_count = vehicle_count + (new.hidden & 6 = 0) - (old.hidden & 6 = 0),
    photo_count = photo_count + ((new.hidden & 6 = 0) - (old.hidden & 6 = 0)) * new.photo_count
  WHERE id = new.garage_id;
END;--> statement-breakpoint
DROP TRIGGER vehicles_notified_hidden;--> statement-breakpoint
CREATE TRIGGER vehicles_notified_hidden AFTER UPDATE OF hidden ON vehicles WHEN (new.hidden = 0) <> (old.hidden = 0) BEGIN
  INSERT INTO changed_notifications SELECT id FROM notifications WHERE vehicle_id = new.id;
END;--> statement-breakpoint
-- What waits for staff.
DROP TRIGGER waiting_things_count;--> statement-breakpoint
CREATE TRIGGER waiting_things_count INSTEAD OF INSERT ON waiting_things BEGIN
  UPDATE notifications SET count = CASE new.what
      WHEN 'events' THEN (SELECT count(*) FROM events WHERE status = 'pending')
        + (SELECT count(*) FROM event_changes WHERE status = 'pending')
      WHEN 'cases' THEN (SELECT count(*) FROM cases WHERE state IN ('open', 'appealed'))
      WHEN 'held' THEN (SELECT count(*) FROM holds WHERE reason IS NULL)
      WHEN 'applications' THEN (SELECT count(*) FROM applications WHERE refused_at IS NULL)
      ELSE (SELECT count(*) FROM tickets WHERE status IN ('New', 'In Progress')) END
  WHERE kind = 'admin' AND detail = new.what;
  DELETE FROM notifications WHERE kind = 'admin' AND detail = new.what AND count = 0;
END;--> statement-breakpoint
DROP TRIGGER users_notified_role;--> statement-breakpoint
CREATE TRIGGER users_notified_role AFTER UPDATE OF role ON users WHEN new.role <> old.role BEGIN
  DELETE FROM notifications WHERE kind = 'admin' AND user_id = new.id
    AND (new.role = 'user' OR (detail = 'tickets' AND new.role <> 'admin'));
END;--> statement-breakpoint
CREATE TRIGGER cases_waiting_update AFTER UPDATE OF state ON cases WHEN new.state <> old.state BEGIN
  INSERT INTO waiting_things VALUES ('cases');
END;--> statement-breakpoint
CREATE TRIGGER cases_waiting_delete AFTER DELETE ON cases WHEN old.state IN ('open', 'appealed') BEGIN
  INSERT INTO waiting_things VALUES ('cases');
END;--> statement-breakpoint
CREATE TRIGGER holds_waiting_update AFTER UPDATE OF reason ON holds BEGIN
  INSERT INTO waiting_things VALUES ('held');
END;--> statement-breakpoint
CREATE TRIGGER holds_waiting_delete AFTER DELETE ON holds BEGIN
  INSERT INTO waiting_things VALUES ('held');
END;--> statement-breakpoint
CREATE TRIGGER applications_waiting_update AFTER UPDATE OF refused_at ON applications BEGIN
  INSERT INTO waiting_things VALUES ('applications');
END;--> statement-breakpoint
CREATE TRIGGER applications_waiting_delete AFTER DELETE ON applications BEGIN
  INSERT INTO waiting_things VALUES ('applications');
END;--> statement-breakpoint
-- The page to sign up shows how the door stands.
CREATE TRIGGER door_public_insert AFTER INSERT ON door BEGIN
  UPDATE public_changes SET version = version + 1;
END;--> statement-breakpoint
CREATE TRIGGER door_public_update AFTER UPDATE ON door BEGIN
  UPDATE public_changes SET version = version + 1;
END;--> statement-breakpoint
-- What is held goes with its thing.
CREATE TRIGGER holds_vehicle_delete AFTER DELETE ON vehicles BEGIN
  DELETE FROM holds WHERE kind = 'vehicle' AND thing_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER holds_entry_delete AFTER DELETE ON build_entries BEGIN
  DELETE FROM holds WHERE kind = 'entry' AND thing_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER holds_comment_delete AFTER DELETE ON comments BEGIN
  DELETE FROM holds WHERE kind = 'comment' AND thing_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER holds_review_delete AFTER DELETE ON reviews BEGIN
  DELETE FROM holds WHERE kind = 'review' AND thing_id = old.id;
END;--> statement-breakpoint
CREATE TRIGGER holds_garage_delete AFTER DELETE ON garages BEGIN
  DELETE FROM holds WHERE kind = 'garage' AND thing_id = old.id;
END;
