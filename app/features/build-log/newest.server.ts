import { desc, eq, sql } from "drizzle-orm";
import { memoized, prepared } from "~/db/client.server";
import { buildEntries, users, vehicles } from "~/db/schema";
import { shownEntries } from "~/db/scopes.server";
import type { EntryKind } from "./limits";

/** Several of one vehicle count once. */
const CANDIDATES = 24;

// Left joins, so that the entries' index decides the order.
const newest = prepared((database) =>
  database
    .select({
      id: buildEntries.id,
      kind: sql<EntryKind>`${buildEntries.kind}`,
      title: buildEntries.title,
      vehicleId: buildEntries.vehicleId,
      year: sql<number>`${vehicles.year}`,
      make: sql<string>`${vehicles.make}`,
      model: sql<string>`${vehicles.model}`,
      ownerName: sql<string>`${users.name}`,
      photo: sql<string | null>`coalesce((SELECT photo FROM photos
        WHERE photos.entry_id = ${buildEntries.id} AND photos.hidden = 0 ORDER BY photos.position LIMIT 1),
        ${vehicles.coverPhoto})`,
    })
    .from(buildEntries)
    .leftJoin(vehicles, eq(vehicles.id, buildEntries.vehicleId))
    .leftJoin(users, eq(users.id, vehicles.userId))
    .where(shownEntries)
    .orderBy(desc(buildEntries.createdAt), desc(buildEntries.id))
    .limit(CANDIDATES)
    .prepare(),
);

export type NewEntryView = ReturnType<ReturnType<typeof newest>["all"]>[number];

function newestOfVehicles(): NewEntryView[] {
  const ofVehicle = new Map<number, NewEntryView>();
  for (const entry of newest().all()) if (!ofVehicle.has(entry.vehicleId)) ofVehicle.set(entry.vehicleId, entry);
  return [...ofVehicle.values()];
}

const newestOnce = memoized<NewEntryView[]>(1);

/** Public ones, at most one a vehicle. */
export const listNewestEntries = (limit: number): NewEntryView[] => newestOnce("", newestOfVehicles).slice(0, limit);
