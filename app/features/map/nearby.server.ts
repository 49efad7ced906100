import { type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { events, MAP_KINDS } from "~/db/schema";
import { upcomingFrom } from "~/features/events/list.server";
import type { EventSlotView } from "~/features/events/rows.server";
import { slotColumns } from "~/features/events/rows.server";
import { dayNumber } from "~/features/events/time/wall-clock";
import { DEFAULT_RADIUS_KM } from "~/features/places/proximity";
import type { PlaceOfRow } from "~/features/places/queries.server";
import { boxesAround, distanceKm } from "~/lib/geo";

export interface NearbyView {
  place: string;
  events: (EventSlotView & { km: number })[];
}

/** Of a day in the R*Tree `event_box`, as in its migration. */
const DAY_UNITS = 256;
/** From today; then comes a single unlimited window. */
const LAST_WINDOW_DAYS = 256;
/** More than any day; in units it must fit into 32 bits. */
const EVER = 8_000_000;

// The R*Tree indexes events by place and days together. The first window ends today; each next one is four times as
// long, until it has enough, so that the cost is independent of the number of towns and future events. The cross joins
// go from a box to its events, their towns, and last the few event rows.
const joinNearby = (lastDay: SQL) => sql`json_each(${sql.placeholder("boxes")}) AS box
  CROSS JOIN event_box AS e CROSS JOIN places AS town
  WHERE e.west >= box.value ->> 'west' AND e.east <= box.value ->> 'east'
    AND e.north >= box.value ->> 'north' AND e.south <= box.value ->> 'south'
    AND e.ends >= ${sql.placeholder("today")} * ${DAY_UNITS} AND e.starts <= (${lastDay}) * ${DAY_UNITS}
    AND (SELECT previous_day FROM map_things WHERE kind = ${MAP_KINDS.events} AND id = e.id) < ${sql.placeholder("today")}
    AND e.id <> ${sql.placeholder("except")} AND town.id = e.place_id
    AND distance_km(town.lat, town.lng, ${sql.placeholder("lat")}, ${sql.placeholder("lng")}) <= ${DEFAULT_RADIUS_KM}`;

const soonestAround = prepared((database) => {
  const today = sql.placeholder("today");
  const limit = sql.placeholder("limit");
  const next = sql`CASE WHEN days < 1 THEN days + 1 WHEN days < ${LAST_WINDOW_DAYS} THEN days * 4 ELSE ${EVER} END`;
  return database
    .select({
      ...slotColumns,
      firstDay: sql<number>`near.first_day`,
      lat: sql<number>`near.lat`,
      lng: sql<number>`near.lng`,
    })
    .from(
      sql`(WITH RECURSIVE near_window (days, found) AS (
          SELECT -1, 0
          UNION ALL
          SELECT ${next}, (SELECT count(*) FROM (SELECT 1 FROM ${joinNearby(sql`${today} + ${next}`)} LIMIT ${limit}))
          FROM near_window WHERE found < ${limit} AND days < ${EVER})
        SELECT e.id, e.starts / ${DAY_UNITS} AS first_day, town.lat, town.lng
        FROM ${joinNearby(sql`${today} + (SELECT max(days) FROM near_window)`)}) AS near`,
    )
    .crossJoin(events)
    .where(sql`${events.id} = near.id`)
    .prepare();
});

/**
 * Soonest first (map README, Nearby block).
 * @param place a region or country has no nearby events
 * @param except id of the page's own event
 * @returns null without a town, or without nearby events
 */
export function listNearbyEvents(
  place: PlaceOfRow | null | undefined,
  { limit = 3, except = 0 } = {},
): NearbyView | null {
  if (place?.kind !== "town") return null;
  const { lat, lng } = place;
  const boxes = JSON.stringify(boxesAround(place, DEFAULT_RADIUS_KM));
  const rows = soonestAround().all({ boxes, lat, lng, today: dayNumber(upcomingFrom()), except, limit });
  if (rows.length === 0) return null;
  const soonest = rows.sort((a, b) => a.firstDay - b.firstDay || a.id - b.id).slice(0, limit);
  const nearby = soonest.map(({ lat, lng, firstDay: _, ...event }) => ({
    ...event,
    km: Math.round(distanceKm(place, { lat, lng })),
  }));
  return { place: place.label, events: nearby };
}
