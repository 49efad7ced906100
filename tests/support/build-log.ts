import { db } from "~/db/client.server";
import { buildEntries } from "~/db/schema";
import { now } from "~/lib/time";

/** An entry of a vehicle's build log, written straight into the database. */
export function makeEntry(
  vehicle: { id: number; userId: number },
  given: Partial<typeof buildEntries.$inferInsert> = {},
): typeof buildEntries.$inferSelect {
  const createdAt = now();
  return db()
    .insert(buildEntries)
    .values({
      vehicleId: vehicle.id,
      userId: vehicle.userId,
      kind: "Work",
      title: "New carburettors",
      date: "2031-05-10",
      createdAt,
      updatedAt: createdAt,
      ...given,
    })
    .returning()
    .get();
}
