import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { buildEntries } from "~/db/schema";
import { now } from "~/lib/time";

/** Inside a transaction. */
export function writeEntry(id: number, values: Partial<typeof buildEntries.$inferInsert>): void {
  db()
    .update(buildEntries)
    .set({ ...values, updatedAt: now() })
    .where(eq(buildEntries.id, id))
    .run();
}
