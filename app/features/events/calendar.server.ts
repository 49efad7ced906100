import { tzlib_get_ical_block, tzlib_get_timezones } from "timezones-ical-library";
import type { ProximityView } from "~/features/places/queries.server";
import { type AtomFeed, tagUri } from "~/lib/atom";
import { DomainError } from "~/lib/errors";
import type { Calendar, CalendarEntry, CalendarZone } from "~/lib/icalendar";
import { imageAddress } from "~/lib/image-url";
import { findTimeZones } from "~/services/geocoder/geocoder.server";
import { idHost } from "~/services/site/id-host.server";
import { siteIcon, siteName } from "~/services/site/site.server";
import { selectEvents } from "./list.server";
import { EVENT_NOT_FOUND } from "./policy";
import { type CalendarRow, findCalendarRow, listCalendarRows, listNewestRows } from "./rows.server";
import type { EventSearch } from "./schema.server";
import { cancellationText, formatSpan } from "./time/format";

const MAX_ENTRIES = 1_000;

/** With aliases. The library logs other names to the console. */
const zoneNames = new Set(tzlib_get_timezones());
const zonesByName = new Map<string, CalendarZone>();

/**
 * By current rules. An alias resolves to its zone.
 * @param name IANA name
 * @returns undefined if the library does not know the name
 */
export function calendarZone(name: string): CalendarZone | undefined {
  const cachedZone = zonesByName.get(name);
  if (cachedZone || !zoneNames.has(name)) return cachedZone;
  // The definition, and the parameter of times that refer to it.
  const [definition = "", parameter = ""] = tzlib_get_ical_block(name);
  const zone = { id: parameter.replace("TZID=", ""), definition: definition.trim().split("\r\n") };
  zonesByName.set(name, zone);
  return zone;
}

export function toEntries(rows: readonly CalendarRow[], origin: string): CalendarEntry[] {
  const zones = findTimeZones(rows.flatMap(({ placeId }) => placeId ?? []));
  return rows.map((row) => toEntry(row, origin, zones.get(row.placeId ?? 0)));
}

function toEntry(row: CalendarRow, origin: string, zone: string | undefined): CalendarEntry {
  const { shortDescription, fullDescription } = row;
  const parts = [
    cancellationText(row),
    fullDescription.startsWith(shortDescription) ? "" : shortDescription,
    fullDescription,
    row.url ?? "",
  ];
  return {
    uid: `event-${row.id}@${idHost()}`,
    sequence: row.sequence,
    createdAt: row.createdAt,
    modifiedAt: row.updatedAt,
    start: row.startDate,
    end: row.endDate,
    zone: zone === undefined ? undefined : calendarZone(zone),
    summary: row.title,
    description: parts.filter((part) => part !== "").join("\n\n"),
    location: row.location,
    category: row.category,
    url: `${origin}/events/${row.id}`,
    cancelled: row.cancelled,
    ...(row.image === null ? {} : { picture: imageAddress("photos", row.image, origin) }),
  };
}

/** "Paddock Events", "Paddock: Track Day near Birmingham, United Kingdom". */
function calendarName({ category }: EventSearch, proximity: ProximityView | undefined): string {
  const title = category ? `${siteName()}: ${category}` : `${siteName()} Events`;
  if (proximity === undefined) return title;
  return proximity.km === null
    ? `${title} ${proximity.somewhere || "without a place"}`
    : `${title} near ${proximity.place}`;
}

/**
 * For subscriptions (events README, Subscriptions).
 * @throws DomainError invalid; see `selectEvents`
 */
export function eventsCalendar(search: EventSearch, origin: string): Calendar {
  const { proximity, ...selected } = selectEvents(search);
  return {
    name: calendarName(search, proximity),
    url: `${origin}/events`,
    entries: toEntries(listCalendarRows(selected, MAX_ENTRIES), origin),
  };
}

/** @throws DomainError not_found unless live, even for the submitter: such files are passed on */
export function eventCalendar(id: number, origin: string): Calendar {
  const row = findCalendarRow(id);
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  return { name: row.title, url: `${origin}/events/${row.id}`, entries: toEntries([row], origin) };
}

/** More than staff approve between two fetches of a feed reader. */
const ENTRIES = 50;

/** `/events/feed.xml`. */
export function eventsFeed(origin: string): AtomFeed {
  return {
    id: tagUri(idHost(), "events"),
    title: `${siteName()} · Events`,
    author: siteName(),
    subtitle: "Newly announced events in the community calendar.",
    self: `${origin}/events/feed.xml`,
    page: `${origin}/events`,
    icon: origin + siteIcon(),
    startedAt: 0,
    entries: listNewestRows(ENTRIES).map((event) => ({
      id: tagUri(idHost(), `event/${event.id}`),
      title: event.cancelled ? `Cancelled: ${event.title}` : event.title,
      link: `${origin}/events/${event.id}`,
      author: { name: siteName() },
      publishedAt: event.decidedAt ?? event.createdAt,
      updatedAt: Math.max(event.decidedAt ?? event.createdAt, event.updatedAt),
      summary: [cancellationText(event), formatSpan(event), event.location, event.shortDescription]
        .filter((part) => part !== "")
        .join("\n\n"),
      category: event.category,
      ...(event.image === null
        ? {}
        : { picture: { address: imageAddress("photos", event.image, origin), alt: event.title } }),
    })),
  };
}
