import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { garages } from "~/db/schema";
import { shownGarages } from "~/db/scopes.server";
import { selectUnplacedIds } from "~/features/events/list.server";
import { listEventRowsById } from "~/features/events/rows.server";
import { listGarageCardsById } from "~/features/garages/queries.server";
import { somewhereText, UNPLACED_SHOWN } from "~/features/places/proximity";
import { widePlacesAround } from "~/features/places/queries.server";
import { offsetOf, type Page } from "~/lib/paging";
import type { Center } from "./center.server";
import { kindsOf, type ThingFilter } from "./counts.server";
import type { ResultView, UnplacedView } from "./views.server";

const hasCountry = (center: Center | null): center is Center => center !== null && center.country !== "";

/** A subselect of the ids of the centre's region and country; null for things without any place. */
const widePlacesOf = (center: Center | null) => (hasCountry(center) ? widePlacesAround(center) : null);

/** "somewhere in England, United Kingdom, or elsewhere in the country"; empty where nothing was asked for. */
export const somewhere = (center: Center | null) => (hasCountry(center) ? somewhereText(center) : "");

/**
 * The first things without a map position: those known only by the region or country of the centre; without a centre,
 * those without any place.
 * @returns null where there is nothing
 */
export function listUnplaced(center: Center | null, filter: ThingFilter): UnplacedView | null {
  // A position far from every town has no country, so nothing can be known to be in the same one.
  if (center !== null && !hasCountry(center)) return null;
  const kinds = kindsOf(filter);
  const wide = widePlacesOf(center);
  // Mostly there are none of either: one statement says so.
  const idsOf = (select: SQL | false) => (select ? sql`(SELECT json_group_array(id) FROM (${select}))` : sql`'[]'`);
  const events = kinds.includes("events") && selectUnplacedIds(wide, { ...filter, title: "", past: false });
  const first = db().get<{ events: string; garages: string }>(
    sql`SELECT ${idsOf(events)} AS events, ${idsOf(kinds.includes("garages") && firstGarages(wide))} AS garages`,
  );
  const [eventIds, garageIds] = [first.events, first.garages].map((ids) => JSON.parse(ids)) as [number[], number[]];
  if (eventIds.length + garageIds.length === 0) return null;
  return {
    somewhere: somewhere(center),
    events: listEventRowsById(eventIds.slice(0, UNPLACED_SHOWN)),
    garages: listGarageCardsById(garageIds.slice(0, UNPLACED_SHOWN)),
    moreEvents: eventIds.length > UNPLACED_SHOWN,
    moreGarages: garageIds.length > UNPLACED_SHOWN,
  };
}

const onMap = and(eq(garages.showOnMap, true), shownGarages);

/** Selects the ids of the newest garages, up to one more than are shown. A limited subselect per place, so that few are sorted. */
function firstGarages(wide: SQL | null): SQL {
  const firstAtPlace = (place: SQL) => sql`SELECT ${garages.id} AS id FROM ${garages} INDEXED BY garages_place
    WHERE ${place} AND ${onMap} ORDER BY ${garages.id} DESC LIMIT ${UNPLACED_SHOWN + 1}`;
  return wide === null
    ? firstAtPlace(sql`${garages.placeId} IS NULL`)
    : sql`SELECT shown.id AS id FROM places AS wide CROSS JOIN garages AS shown
          WHERE wide.id IN ${wide} AND shown.id IN (${firstAtPlace(sql`${garages.placeId} = wide.id`)})
          ORDER BY shown.id DESC LIMIT ${UNPLACED_SHOWN + 1}`;
}

/** The complete list of garages that `listUnplaced` has the first of, newest first. */
export function listUnplacedGarages(center: Center | null, page: Page): { results: ResultView[]; total: number } {
  const wide = widePlacesOf(center);
  const matching = and(wide === null ? sql`${garages.placeId} IS NULL` : sql`${garages.placeId} IN ${wide}`, onMap);
  const ids = db()
    .select({ id: garages.id })
    .from(garages)
    .where(matching)
    .orderBy(desc(garages.id))
    .limit(page.limit)
    .offset(offsetOf(page))
    .all();
  const results = listGarageCardsById(ids.map(({ id }) => id)).map(
    (garage): ResultView => ({ kind: "garage", garage, town: 0, near: "", km: null }),
  );
  return { results, total: db().select({ total: count() }).from(garages).where(matching).get()?.total ?? 0 };
}
