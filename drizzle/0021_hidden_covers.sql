ALTER TABLE `photos` ADD `was_cover` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- A photo that staff have hidden is no cover: the next one that is shown stands in, until it is shown again or another is
-- chosen.
CREATE TRIGGER photos_cover_hidden AFTER UPDATE OF hidden ON photos
WHEN new.entry_id IS NULL AND new.hidden & 6 > 0 AND old.hidden & 6 = 0
  AND new.photo = (SELECT cover_photo FROM vehicles WHERE id = new.vehicle_id)
  AND NOT EXISTS (SELECT 1 FROM photos WHERE vehicle_id = new.vehicle_id AND entry_id IS NULL AND photo = new.photo
    AND hidden & 6 = 0) BEGIN
  UPDATE vehicles SET cover_photo = (SELECT photo FROM photos
    WHERE vehicle_id = new.vehicle_id AND entry_id IS NULL AND hidden & 6 = 0 ORDER BY position, id LIMIT 1)
  WHERE id = new.vehicle_id;
  UPDATE photos SET was_cover = 1 WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER photos_cover_shown AFTER UPDATE OF hidden ON photos
WHEN new.was_cover = 1 AND new.hidden & 6 = 0 AND old.hidden & 6 > 0 BEGIN
  UPDATE vehicles SET cover_photo = new.photo WHERE id = new.vehicle_id;
  UPDATE photos SET was_cover = 0 WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER vehicles_cover_chosen AFTER UPDATE OF cover_photo ON vehicles WHEN new.cover_photo IS NOT old.cover_photo BEGIN
  UPDATE photos SET was_cover = 0 WHERE vehicle_id = new.id AND entry_id IS NULL AND was_cover = 1;
END;--> statement-breakpoint
-- Whoever is no moderator any more is not told of what waits for them.
DROP TRIGGER users_notified_role;--> statement-breakpoint
CREATE TRIGGER users_notified_role AFTER UPDATE OF role ON users WHEN new.role <> old.role BEGIN
  DELETE FROM notifications WHERE kind = 'admin' AND user_id = new.id
    AND (new.role = 'user' OR (detail = 'tickets' AND new.role <> 'admin'));
END;--> statement-breakpoint
-- Staff are told of what waits: whatever holds it, the same as `notifyAdmins` says of the rest.
CREATE VIEW held_posts AS SELECT NULL AS user_id, NULL AS at WHERE 0;--> statement-breakpoint
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
END;--> statement-breakpoint
CREATE TRIGGER holds_told_insert AFTER INSERT ON holds WHEN new.reason IS NULL BEGIN
  INSERT INTO held_posts VALUES (new.user_id, new.created_at);
END;--> statement-breakpoint
CREATE TRIGGER holds_told_again AFTER UPDATE OF reason ON holds WHEN new.reason IS NULL AND old.reason IS NOT NULL BEGIN
  INSERT INTO held_posts VALUES (new.user_id, new.created_at);
END;
