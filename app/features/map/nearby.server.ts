import { sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { events, MAP_KINDS } from "~/db/schema";
import { type EventSlotView, upcomingFrom } from "~/features/events/list.server";
import { slotColumns } from "~/features/events/rows.server";
import { PROXIMITY_RADIUS } from "~/features/places/proximity";
import { listTownsWithin, type StoredPlace } from "~/features/places/queries.server";
import { dayNumber, MAX_EVENT_DAYS } from "./counts.server";

/** The block of nearby events on a garage's or an event's page. */
export interface NearbyView {
  /** "Birmingham, GB". */
  place: string;
  events: (EventSlotView & { km: number })[];
}

// The subselect finds the ids by the map's index; only those few are then read from events.
const soonestIn = prepared((database) =>
  database
    .select({
      ...slotColumns,
      town: sql<number>`soonest.place_id`,
    })
    .from(
      sql`(SELECT t.id, t.place_id, t.first_day FROM json_each(${sql.placeholder("towns")}) AS town
        CROSS JOIN map_things AS t
        WHERE t.place_id = town.value AND t.kind = ${MAP_KINDS.events} AND t.first_day >= ${sql.placeholder("firstDay")}
          AND t.last_day >= ${sql.placeholder("today")} AND t.id <> ${sql.placeholder("except")}
        ORDER BY t.first_day, t.id LIMIT ${sql.placeholder("limit")}) AS soonest`,
    )
    .crossJoin(events)
    .where(sql`${events.id} = soonest.id`)
    .orderBy(sql`soonest.first_day, soonest.id`)
    .prepare(),
);

/**
 * The soonest upcoming events near the place of a garage or an event (map README, Nearby block).
 * @param place none, a region or a country give no events
 * @param except id of the event on whose page the block is
 * @returns null where there is no town, or nothing near it
 */
export function listNearbyEvents(place: StoredPlace | undefined, { limit = 3, except = 0 } = {}): NearbyView | null {
  if (place === undefined || place.kind !== "town") return null;
  const towns = new Map(listTownsWithin(place, PROXIMITY_RADIUS).map(({ id, km }) => [id, km]));
  const today = dayNumber(upcomingFrom());
  const rows = soonestIn().all({
    towns: JSON.stringify([...towns.keys()]),
    today,
    firstDay: today - MAX_EVENT_DAYS,
    except,
    limit,
  });
  if (rows.length === 0) return null;
  const nearby = rows.map(({ town, ...event }) => ({ ...event, km: Math.round(towns.get(town) ?? 0) }));
  return { place: place.label, events: nearby };
}
