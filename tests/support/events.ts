import { db } from "~/db/client.server";
import { events } from "~/db/schema";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";

/** What a form or the API sends for an event that is all right. */
export const GOOD_EVENT = {
  title: "Air-Cooled Evening",
  startDate: "2031-05-01T17:00",
  endDate: "2031-05-01T22:30",
  location: "Old Airfield, Goodwood, England",
  category: "Club Meetup",
  url: "https://events.example/air-cooled",
  shortDescription: "Rear engines only. Grill from six.",
  fullDescription: "Gates at five.\n\nDogs are welcome on a lead.",
};

/** An event straight into the database, approved unless said otherwise. */
export function makeEvent(
  user: { id: number } | null,
  given: Partial<typeof events.$inferInsert> = {},
): typeof events.$inferSelect {
  const { title = GOOD_EVENT.title } = given;
  return db()
    .insert(events)
    .values({
      ...GOOD_EVENT,
      userId: user?.id ?? null,
      titleFolded: fold(title),
      status: "approved",
      createdAt: now(),
      updatedAt: now(),
      ...given,
    })
    .returning()
    .get();
}
