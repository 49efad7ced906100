import { asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { HIDDEN } from "~/db/columns";
import { comments, holds, vehicles } from "~/db/schema";
import { HOUR } from "~/lib/time";
import type { Owners } from "./owners";

const COMMENTS = ["Parts for it at www.example.com/parts", "I sold one like it on example.com/cars last year."];
const BIO = "Weekends in the shed. More on https://example.com/shed";
const DESCRIPTION = "Two lifts, one kettle. Prices at www.example.com/lifts";

/**
 * Posts pending review, by the last two owners.
 * @returns the number of comments
 */
export function seedHolds({ userIds, garageIds }: Owners, now: number): number {
  const lastUserIds = userIds.slice(-2);
  const garageId = garageIds[userIds.length - 1];
  const [vehicle] = db()
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(eq(vehicles.hidden, 0))
    .orderBy(asc(vehicles.id))
    .limit(1)
    .all();
  const [commenterId, editorId] = lastUserIds;
  if (commenterId === undefined || editorId === undefined || garageId === undefined || vehicle === undefined) return 0;
  const insertHold = (row: Omit<typeof holds.$inferInsert, "createdAt">, hoursAgo: number) =>
    db()
      .insert(holds)
      .values({ ...row, createdAt: now - hoursAgo * HOUR })
      .run();
  for (const [index, text] of COMMENTS.entries()) {
    const createdAt = now - (6 - index) * HOUR;
    const comment = { vehicleId: vehicle.id, userId: commenterId, text, hidden: HIDDEN.hold, createdAt };
    const { id } = db().insert(comments).values(comment).returning({ id: comments.id }).get();
    insertHold({ userId: commenterId, kind: "comment", thingId: id }, 6 - index);
  }
  insertHold({ userId: editorId, kind: "profile", thingId: editorId, texts: { bio: BIO, location: "" } }, 3);
  insertHold({ userId: editorId, kind: "garage", thingId: garageId, texts: garageTextsOf(DESCRIPTION) }, 2);
  return COMMENTS.length;
}

const garageTextsOf = (description: string) => ({
  name: "The Two-Lift Room",
  description,
  location: "Leeds, England",
  address: "",
  isPublicAddress: "",
});
