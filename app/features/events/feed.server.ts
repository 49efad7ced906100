import { type AtomFeed, tagUri } from "~/lib/atom";
import { imageAddress } from "~/lib/image-url";
import { cancellationText } from "./cancellation";
import { listNewestRows } from "./rows.server";
import { fullWhen } from "./time/format";

/** More than are approved between two fetches of a feed reader. */
const ENTRIES = 50;

/**
 * The newest approved events for `/events/feed.xml`.
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
    entries: listNewestRows(ENTRIES).map((event) => ({
      id: tagUri(origin, `event/${event.id}`),
      title: event.cancelled ? `Cancelled: ${event.title}` : event.title,
      link: `${origin}/events/${event.id}`,
      author: { name: "Paddock" },
      publishedAt: event.decidedAt ?? event.createdAt,
      updatedAt: Math.max(event.decidedAt ?? event.createdAt, event.updatedAt),
      summary: [cancellationText(event), fullWhen(event), event.location, event.shortDescription]
        .filter((part) => part !== "")
        .join("\n\n"),
      category: event.category,
      ...(event.image === null
        ? {}
        : { picture: { address: imageAddress("photos", event.image, origin), alt: event.title } }),
    })),
  };
}
