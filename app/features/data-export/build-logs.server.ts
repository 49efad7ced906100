import { and, asc, eq, isNotNull } from "drizzle-orm";
import { db } from "~/db/client.server";
import { buildEntries, photos, vehicles } from "~/db/schema";
import { groupBy } from "~/lib/rows";
import { toIso } from "~/lib/time";
import { fileAt, imageOf } from "./pictures.server";

/**
 * The build logs of a person's vehicles, the oldest entry first, by the vehicles' ids; two queries.
 * @param folderOf where a vehicle's photos stand in the zip
 */
export function buildLogsOf(userId: number, folderOf: (vehicleId: number) => string) {
  const rows = db()
    .select()
    .from(buildEntries)
    .where(eq(buildEntries.userId, userId))
    .orderBy(asc(buildEntries.date), asc(buildEntries.id))
    .all();
  const pictures = db()
    .select({ entryId: photos.entryId, name: photos.photo, caption: photos.caption, position: photos.position })
    .from(photos)
    .innerJoin(vehicles, eq(vehicles.id, photos.vehicleId))
    .where(and(eq(vehicles.userId, userId), isNotNull(photos.entryId)))
    .orderBy(asc(photos.entryId), asc(photos.position))
    .all();
  const byEntry = groupBy(pictures, ({ entryId }) => entryId);
  const entries = rows.map(({ id, vehicleId, kind, title, text, date, mileage, unit, status, area, ...row }) => ({
    id: String(id),
    vehicleId,
    kind,
    title,
    text,
    date,
    mileage,
    unit,
    status,
    area,
    cost: row.cost === null ? null : row.cost / 100,
    currency: row.currency,
    costIsPublic: row.costIsPublic,
    parts: row.parts,
    createdAt: toIso(row.createdAt),
    photos: (byEntry.get(id) ?? []).map(({ name, caption, position }) => ({
      image: imageOf("photos", name, `${folderOf(vehicleId)}/build-${id}/${fileAt(position)}`),
      caption,
    })),
  }));
  return groupBy(entries, ({ vehicleId }) => vehicleId);
}
