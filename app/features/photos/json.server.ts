import { asc, inArray } from "drizzle-orm";
import { db } from "~/db/client.server";
import { photos } from "~/db/schema";
import type { PhotoDetailJson } from "./json-shapes.server";
import { getPhoto } from "./queries.server";

/** Photos as the API shows them, in gallery order (api.md, Shapes), with their place and vehicle beside. */
export function photosJson(ids: readonly number[]) {
  return db()
    .select()
    .from(photos)
    .where(inArray(photos.id, [...ids]))
    .orderBy(asc(photos.position))
    .all()
    .map(shape);
}

/** One photo as the API shows it. @throws DomainError not_found */
export function photoDetailJson(id: number) {
  return shape(getPhoto(id));
}

function shape(row: {
  id: number;
  photo: string;
  caption: string;
  position: number;
  vehicleId: number;
}): PhotoDetailJson {
  const { photo, caption, position } = row;
  return { _id: String(row.id), photo, caption, position, vehicle: String(row.vehicleId) };
}
