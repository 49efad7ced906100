-- Moderators are told of pending events, not of tickets: with a role that goes, what it was told goes too.
DROP TRIGGER users_notified_role;--> statement-breakpoint
CREATE TRIGGER users_notified_role AFTER UPDATE OF role ON users WHEN new.role <> old.role BEGIN
  DELETE FROM notifications WHERE kind = 'admin' AND user_id = new.id
    AND ((detail = 'events' AND new.role = 'user') OR (detail = 'tickets' AND new.role <> 'admin'));
END;
