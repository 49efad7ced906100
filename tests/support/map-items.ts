import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { type events, type garages, mapItems, places } from "~/db/schema";
import { suggestPlaces } from "~/services/geocoder/geocoder.server";

export function findTown(label: string) {
  const town = suggestPlaces(label.split(",")[0]!, 50).find((place) => place.label === label);
  if (!town) throw new Error(`no town ${label}`);
  return town;
}

/** The label; null without a place. */
export function placeLabelOf(table: typeof garages | typeof events, id: number): string | null {
  const row = db()
    .select({ label: places.label })
    .from(table)
    .leftJoin(places, eq(places.id, table.placeId))
    .where(eq(table.id, id))
    .get();
  return row?.label ?? null;
}

/** Such as "garage 3 at Bicester, United Kingdom". */
export function listMapItems(): string[] {
  return db()
    .select({ kind: mapItems.kind, id: mapItems.id, label: places.label })
    .from(mapItems)
    .innerJoin(places, eq(places.id, mapItems.placeId))
    .orderBy(mapItems.kind, mapItems.id)
    .all()
    .map(({ kind, id, label }) => `${kind === 0 ? "garage" : "event"} ${id} at ${label}`);
}
