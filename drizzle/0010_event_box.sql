-- The events of the map in place and time, so that the soonest ones around a town are found without going through all
-- towns around it: a point of the flat map, and the days from the first to the last. A day is 256 units long (about
-- 150 km at the equator), so that the tree parts events by days as well as by places.
CREATE VIRTUAL TABLE event_box USING rtree_i32(id, west, east, north, south, starts, ends, +place_id INTEGER);
--> statement-breakpoint
INSERT INTO event_box (id, west, east, north, south, starts, ends, place_id)
SELECT t.id, p.x, p.x, p.y, p.y, t.first_day * 256, t.last_day * 256, p.id
FROM map_things t JOIN places p ON p.id = t.place_id WHERE t.kind = 1;
--> statement-breakpoint
CREATE TRIGGER map_things_box_insert AFTER INSERT ON map_things WHEN new.kind = 1 BEGIN
  INSERT INTO event_box (id, west, east, north, south, starts, ends, place_id)
  SELECT new.id, x, x, y, y, new.first_day * 256, new.last_day * 256, id FROM places WHERE id = new.place_id;
END;
--> statement-breakpoint
CREATE TRIGGER map_things_box_delete AFTER DELETE ON map_things WHEN old.kind = 1 BEGIN
  DELETE FROM event_box WHERE id = old.id;
END;
