-- Which row still needs an image file: asked when a photo is deleted and by the sweep at start. Every vehicle cover
-- is one of its photos, which have their index; what could stand alone is found through these.
CREATE INDEX vehicles_lone_cover ON vehicles (cover_photo) WHERE cover_photo IS NOT NULL AND photo_count = 0;
--> statement-breakpoint
CREATE INDEX garages_cover ON garages (cover_photo) WHERE cover_photo IS NOT NULL;
--> statement-breakpoint
CREATE INDEX users_avatar ON users (avatar) WHERE avatar <> 'default.jpg';
--> statement-breakpoint
CREATE INDEX events_image ON events (image) WHERE image IS NOT NULL;
