import { and, asc, desc, eq, gte, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events, garages, places } from "~/db/schema";
import { listEventRowsById } from "~/features/events/list.server";
import { listGarageCardsById } from "~/features/garages/queries.server";
import type { Center } from "./center.server";
import { firstStart, kindsOf, type ThingFilter } from "./counts.server";
import type { ApartView } from "./views.server";

/** So many of a kind are listed; the rest is in the events' and the garages' own lists. */
const LISTED = 6;

/**
 * What is not on the map: what is somewhere in the centre's region or country, and what has no position at all
 * (decisions, Map search: listed apart, "without a map position").
 */
export function listApart(center: Center | null, filter: ThingFilter): ApartView[] {
  const wide = center === null || center.country === "" ? [] : widePlaces(center);
  const views = [
    ...wide.map(({ id, label }) => ({ where: `Somewhere in ${label}`, ...thingsAt(id, filter) })),
    { where: null, ...thingsAt(null, filter) },
  ];
  return views.filter((view) => view.events.length + view.garages.length > 0);
}

/** The regions and the country around a place that something here is placed at. */
function widePlaces({ country, region, kind, label }: Center) {
  const around = or(eq(places.kind, "country"), eq(places.name, region), eq(places.region, region));
  return db()
    .select({ id: places.id, label: places.label })
    .from(places)
    .where(
      and(
        eq(places.country, country),
        ne(places.kind, "town"),
        // Whoever looks around a whole country wants all that is somewhere in it.
        kind === "country" ? undefined : kind === "region" ? or(around, eq(places.label, label)) : around,
      ),
    )
    .orderBy(asc(places.kind), asc(places.label))
    .limit(LISTED)
    .all();
}

const at = (column: typeof events.placeId | typeof garages.placeId, id: number | null): SQL =>
  id === null ? isNull(column) : eq(column, id);

function thingsAt(place: number | null, filter: ThingFilter): Omit<ApartView, "where"> {
  const kinds = kindsOf(filter);
  const eventIds = kinds.includes("events") ? eventIdsAt(place, filter) : [];
  const garageIds = kinds.includes("garages") ? garageIdsAt(place) : [];
  return {
    events: listEventRowsById(eventIds.slice(0, LISTED)),
    garages: listGarageCardsById(garageIds.slice(0, LISTED)),
    more: eventIds.length > LISTED || garageIds.length > LISTED,
  };
}

function eventIdsAt(place: number | null, { category, from, to }: ThingFilter): number[] {
  return db()
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        at(events.placeId, place),
        eq(events.status, "approved"),
        gte(events.startDate, firstStart(from)),
        gte(events.endDate, from),
        to === undefined ? undefined : lte(sql`substr(${events.startDate}, 1, 10)`, to),
        category === "" ? undefined : eq(events.category, category),
      ),
    )
    .orderBy(asc(events.startDate), asc(events.id))
    .limit(LISTED + 1)
    .all()
    .map(({ id }) => id);
}

function garageIdsAt(place: number | null): number[] {
  return db()
    .select({ id: garages.id })
    .from(garages)
    .where(and(at(garages.placeId, place), eq(garages.showOnMap, true), eq(garages.hidden, false)))
    .orderBy(desc(garages.id))
    .limit(LISTED + 1)
    .all()
    .map(({ id }) => id);
}
