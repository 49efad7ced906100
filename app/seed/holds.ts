import { asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { HIDDEN } from "~/db/columns";
import { comments, holds, vehicles } from "~/db/schema";
import { HOUR } from "~/lib/time";
import type { Owners } from "./owners";

const SAID = ["Parts for it at www.example.com/parts", "I sold one like it on example.com/cars last year."];
const BIO = "Weekends in the shed. More on https://example.com/shed";
const ABOUT = "Two lifts, one kettle. Prices at www.example.com/lifts";

/**
 * By the last two owners.
 * @returns the number of comments
 */
export function seedHolds({ userIds, garageIds }: Owners, now: number): number {
  const people = userIds.slice(-2);
  const garageId = garageIds[userIds.length - 1];
  const [vehicle] = db()
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(eq(vehicles.hidden, 0))
    .orderBy(asc(vehicles.id))
    .limit(1)
    .all();
  const [first, last] = people;
  if (first === undefined || last === undefined || garageId === undefined || vehicle === undefined) return 0;
  const hold = (row: Omit<typeof holds.$inferInsert, "createdAt">, hoursAgo: number) =>
    db()
      .insert(holds)
      .values({ ...row, createdAt: now - hoursAgo * HOUR })
      .run();
  for (const [at, text] of SAID.entries()) {
    const createdAt = now - (6 - at) * HOUR;
    const said = { vehicleId: vehicle.id, userId: first, text, hidden: HIDDEN.hold, createdAt };
    const { id } = db().insert(comments).values(said).returning({ id: comments.id }).get();
    hold({ userId: first, kind: "comment", thingId: id }, 6 - at);
  }
  hold({ userId: last, kind: "profile", thingId: last, texts: { bio: BIO, location: "" } }, 3);
  hold({ userId: last, kind: "garage", thingId: garageId, texts: garageTextsOf(ABOUT) }, 2);
  return SAID.length;
}

const garageTextsOf = (description: string) => ({
  name: "The Two-Lift Room",
  description,
  location: "Leeds, England",
  address: "",
  isPublicAddress: "",
});
