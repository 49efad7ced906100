import { sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { findKeptPlace, listTownsWithin } from "~/db/places.server";
import { MAP_KINDS } from "~/db/schema";
import { type EventCardView, listEventCardsById, upcomingFrom } from "~/features/events/list.server";
import { dayNumber, LONGEST } from "./counts.server";

/** How near is near, km. */
export const NEARBY_RADIUS = 100;

/** The block of events on a garage's or an event's page. */
export interface NearbyView {
  /** "Birmingham, GB". */
  place: string;
  events: (EventCardView & { km: number })[];
}

const soonestIn = prepared((database) =>
  database
    .select({ id: sql<number>`t.id`, town: sql<number>`t.place_id` })
    .from(sql`json_each(${sql.placeholder("towns")}) AS near CROSS JOIN map_things AS t`)
    .where(
      sql`t.place_id = near.value AND t.kind = ${MAP_KINDS.events} AND t.first_day >= ${sql.placeholder("firstDay")}
        AND t.last_day >= ${sql.placeholder("today")} AND t.id <> ${sql.placeholder("except")}`,
    )
    .orderBy(sql`t.first_day, t.id`)
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/**
 * The soonest events within 100 km of a town that things are placed at (issue: the "near" block).
 * @param placeId of a garage or an event; a region or a country has nothing near it
 * @param except the event whose page it is
 * @returns null where there is no town, or nothing near it
 */
export function listNearbyEvents(placeId: number | null, { limit = 3, except = 0 } = {}): NearbyView | null {
  const place = placeId === null ? undefined : findKeptPlace(placeId);
  if (place === undefined || place.kind !== "town") return null;
  const towns = new Map(listTownsWithin(place, NEARBY_RADIUS).map(({ id, km }) => [id, km]));
  const today = dayNumber(upcomingFrom());
  const found = soonestIn().all({
    towns: JSON.stringify([...towns.keys()]),
    today,
    firstDay: today - LONGEST,
    except,
    limit,
  });
  const kmOf = new Map(found.map(({ id, town }) => [String(id), Math.round(towns.get(town) ?? 0)]));
  const events = listEventCardsById(found.map(({ id }) => id)).map((event) => ({
    ...event,
    km: kmOf.get(event.id) ?? 0,
  }));
  return events.length === 0 ? null : { place: place.label, events };
}
