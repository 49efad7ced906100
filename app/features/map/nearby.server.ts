import { sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { events, MAP_KINDS } from "~/db/schema";
import { type EventSlotView, upcomingFrom } from "~/features/events/list.server";
import { slotColumns } from "~/features/events/rows.server";
import { PROXIMITY_RADIUS } from "~/features/places/proximity";
import type { PlaceOfRow } from "~/features/places/queries.server";
import { boxesAround, distanceKm } from "~/lib/geo";
import { dayNumber, MAX_EVENT_DAYS } from "./counts.server";

/** The block of nearby events on a garage's or an event's page. */
export interface NearbyView {
  /** "Birmingham, United Kingdom". */
  place: string;
  events: (EventSlotView & { km: number })[];
}

// Towns and their events in one statement: the cross joins go from the box to its towns within the radius and by the map's
// index to their events. Only the few ids that this leaves are then read from events.
const soonestAround = prepared((database) =>
  database
    .select({
      ...slotColumns,
      lat: sql<number>`soonest_town.lat`,
      lng: sql<number>`soonest_town.lng`,
    })
    .from(
      sql`(SELECT t.id, t.place_id, t.first_day FROM json_each(${sql.placeholder("boxes")}) AS box
        CROSS JOIN place_box CROSS JOIN places AS town CROSS JOIN map_things AS t
        WHERE place_box.west >= box.value ->> 'west' AND place_box.east <= box.value ->> 'east'
          AND place_box.north >= box.value ->> 'north' AND place_box.south <= box.value ->> 'south'
          AND town.id = place_box.id
          AND distance_km(town.lat, town.lng, ${sql.placeholder("lat")}, ${sql.placeholder("lng")}) <= ${PROXIMITY_RADIUS}
          AND t.place_id = town.id AND t.kind = ${MAP_KINDS.events} AND t.first_day >= ${sql.placeholder("firstDay")}
          AND t.last_day >= ${sql.placeholder("today")} AND t.id <> ${sql.placeholder("except")}
        ORDER BY t.first_day, t.id LIMIT ${sql.placeholder("limit")}) AS soonest`,
    )
    .crossJoin(sql`places AS soonest_town`)
    .crossJoin(events)
    .where(sql`${events.id} = soonest.id AND soonest_town.id = soonest.place_id`)
    .orderBy(sql`soonest.first_day, soonest.id`)
    .prepare(),
);

/**
 * The soonest upcoming events near the place of a garage or an event (map README, Nearby block).
 * @param place none, a region or a country give no events
 * @param except id of the event on whose page the block is
 * @returns null where there is no town, or nothing near it
 */
export function listNearbyEvents(
  place: PlaceOfRow | null | undefined,
  { limit = 3, except = 0 } = {},
): NearbyView | null {
  if (place?.kind !== "town") return null;
  const today = dayNumber(upcomingFrom());
  const rows = soonestAround().all({
    boxes: JSON.stringify(boxesAround(place, PROXIMITY_RADIUS)),
    lat: place.lat,
    lng: place.lng,
    today,
    firstDay: today - MAX_EVENT_DAYS,
    except,
    limit,
  });
  if (rows.length === 0) return null;
  const nearby = rows.map(({ lat, lng, ...event }) => ({ ...event, km: Math.round(distanceKm(place, { lat, lng })) }));
  return { place: place.label, events: nearby };
}
