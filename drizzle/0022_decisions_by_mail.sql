ALTER TABLE `cases` ADD `began_held` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `cases` ADD `key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `cases_key_unique` ON `cases` (`key`);--> statement-breakpoint
UPDATE cases SET key = lower(hex(randomblob(32))) WHERE measure IS NOT NULL;--> statement-breakpoint
-- What a suspended member shows may be back before the suspension ends.
DROP INDEX `users_suspended`;--> statement-breakpoint
ALTER TABLE `users` ADD `hidden_until` integer;--> statement-breakpoint
UPDATE users SET hidden_until = coalesce((SELECT max(ends_at) FROM cases WHERE person_id = users.id
  AND measure = 'suspend' AND hide_all = 1 AND outcome IS NOT 'overturned'), suspended_until)
WHERE hide_all = 1;--> statement-breakpoint
CREATE INDEX `users_hidden` ON `users` (`hidden_until`) WHERE hide_all = 1;--> statement-breakpoint
-- Of several covers that staff have hidden, one after the other, the first shown one is the cover again.
DROP TRIGGER photos_cover_hidden;--> statement-breakpoint
DROP TRIGGER photos_cover_shown;--> statement-breakpoint
DROP TRIGGER vehicles_cover_chosen;--> statement-breakpoint
ALTER TABLE `photos` ADD `cover_rank` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE photos SET cover_rank = was_cover;--> statement-breakpoint
ALTER TABLE `photos` DROP COLUMN `was_cover`;--> statement-breakpoint
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
END;--> statement-breakpoint
CREATE TRIGGER photos_cover_shown AFTER UPDATE OF hidden ON photos
WHEN new.cover_rank > 0 AND new.hidden & 6 = 0 AND old.hidden & 6 > 0 BEGIN
  UPDATE vehicles SET cover_photo = new.photo WHERE id = new.vehicle_id;
  UPDATE photos SET cover_rank = 0
  WHERE vehicle_id = new.vehicle_id AND entry_id IS NULL AND cover_rank >= new.cover_rank;
END;--> statement-breakpoint
-- Not by the two above, whose photo has a rank while they change the cover; nor by what takes the place of a stand-in that
-- was deleted or turned, or of none.
CREATE TRIGGER vehicles_cover_chosen AFTER UPDATE OF cover_photo ON vehicles
WHEN new.cover_photo IS NOT old.cover_photo AND EXISTS (SELECT 1 FROM photos
  WHERE vehicle_id = new.id AND entry_id IS NULL AND photo = old.cover_photo AND hidden & 6 = 0)
  AND NOT EXISTS (SELECT 1 FROM photos
    WHERE vehicle_id = new.id AND entry_id IS NULL AND photo = new.cover_photo AND cover_rank > 0) BEGIN
  UPDATE photos SET cover_rank = 0 WHERE vehicle_id = new.id AND entry_id IS NULL AND cover_rank > 0;
END;--> statement-breakpoint
-- A change of an event that staff have hidden waits for nobody.
DROP TRIGGER events_waiting_update;--> statement-breakpoint
CREATE TRIGGER events_waiting_update AFTER UPDATE OF status ON events
WHEN (old.status = 'pending') <> (new.status = 'pending') OR (old.status = 'hidden') <> (new.status = 'hidden') BEGIN
  INSERT INTO waiting_things VALUES ('events');
END;--> statement-breakpoint
DROP TRIGGER waiting_things_count;--> statement-breakpoint
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
END;--> statement-breakpoint
INSERT INTO waiting_things VALUES ('events');--> statement-breakpoint
-- What was refused is called so.
UPDATE vehicles SET hidden = hidden | 64 WHERE hidden & 4 > 0
  AND id IN (SELECT thing_id FROM holds WHERE kind = 'vehicle' AND reason IS NOT NULL);--> statement-breakpoint
UPDATE build_entries SET hidden = hidden | 64 WHERE hidden & 4 > 0
  AND id IN (SELECT thing_id FROM holds WHERE kind = 'entry' AND reason IS NOT NULL);--> statement-breakpoint
UPDATE comments SET hidden = hidden | 64 WHERE hidden & 4 > 0
  AND id IN (SELECT thing_id FROM holds WHERE kind = 'comment' AND reason IS NOT NULL);--> statement-breakpoint
UPDATE reviews SET hidden = hidden | 64 WHERE hidden & 4 > 0
  AND id IN (SELECT thing_id FROM holds WHERE kind = 'review' AND reason IS NOT NULL);--> statement-breakpoint
UPDATE garages SET hidden = hidden | 64 WHERE hidden & 4 > 0
  AND id IN (SELECT thing_id FROM holds WHERE kind = 'garage' AND reason IS NOT NULL);
