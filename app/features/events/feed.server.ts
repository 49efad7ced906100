import { desc, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { events } from "~/db/schema";
import { type AtomFeed, tagUri } from "~/lib/atom";
import { imageAddress } from "~/lib/image-url";
import { fullWhen } from "./time/format";

/** So many entries the feed holds: more than are approved between two looks of a reader. */
const ENTRIES = 50;

// The plus keeps the planner at the ids, so that nothing is sorted: nearly every event is approved.
const newest = prepared((db) =>
  db
    .select({
      id: events.id,
      title: events.title,
      startDate: events.startDate,
      endDate: events.endDate,
      location: events.location,
      category: events.category,
      shortDescription: events.shortDescription,
      image: events.image,
      createdAt: events.createdAt,
      decidedAt: events.decidedAt,
      updatedAt: events.updatedAt,
    })
    .from(events)
    .where(sql`+${events.status} = 'approved'`)
    .orderBy(desc(events.id))
    .limit(ENTRIES)
    .prepare(),
);

/**
 * The newest approved events, as they were announced, for `/events/feed.xml`; the calendar files go by date.
 * @param origin the public address, which all links start with
 */
export function eventsFeed(origin: string): AtomFeed {
  return {
    id: tagUri(origin, "events"),
    title: "Paddock · Events",
    subtitle: "Newly announced events of the community calendar.",
    self: `${origin}/events/feed.xml`,
    page: `${origin}/events`,
    icon: `${origin}/icon-192.png`,
    startedAt: 0,
    entries: newest()
      .all()
      .map((event) => ({
        id: tagUri(origin, `event/${event.id}`),
        title: event.title,
        link: `${origin}/events/${event.id}`,
        author: { name: "Paddock" },
        publishedAt: event.decidedAt ?? event.createdAt,
        updatedAt: Math.max(event.decidedAt ?? event.createdAt, event.updatedAt),
        summary: `${fullWhen(event)}\n\n${event.location}\n\n${event.shortDescription}`,
        category: event.category,
        ...(event.image === null
          ? {}
          : { picture: { address: imageAddress("photos", event.image, origin), alt: event.title } }),
      })),
  };
}
