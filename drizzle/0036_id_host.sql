ALTER TABLE `site` ADD `id_host` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP TRIGGER users_public_update;--> statement-breakpoint
CREATE TRIGGER users_public_update AFTER UPDATE OF name, name_folded, avatar, bio, location, role, active, hide_all, verified_at,
  created_at ON users
WHEN (old.active = 1 AND old.verified_at IS NOT NULL) OR (new.active = 1 AND new.verified_at IS NOT NULL) BEGIN
  UPDATE public_changes SET version = version + 1;
END;
