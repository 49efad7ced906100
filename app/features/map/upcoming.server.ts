import { and, asc, desc, eq, gt, gte, lte, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events, garages } from "~/db/schema";
import { liveEvents, shownGarages } from "~/db/scopes.server";
import { rowColumns } from "~/features/events/rows.server";
import { listGarageCardsById } from "~/features/garages/queries.server";
import type { Page } from "~/lib/paging";
import { byId } from "~/lib/rows";
import { firstStart, kindsOf, type ThingFilter } from "./counts.server";
import type { ResultView } from "./views.server";

/** The list of a search without a centre: the soonest events, then the newest garages of the map. */
export function listUpcoming(filter: ThingFilter, { limit }: Page): ResultView[] {
  const kinds = kindsOf(filter);
  const upcoming = kinds.includes("events") ? upcomingEvents(filter, limit) : [];
  const left = limit - upcoming.length;
  const garageIds = kinds.includes("garages") && left > 0 ? newestGarages(left) : [];
  const garageCards = byId(listGarageCardsById(garageIds.map(({ id }) => id)));
  return [
    ...upcoming.map(({ town, near, ...event }): ResultView => ({ town, near, km: null, kind: "event", event })),
    ...garageIds.flatMap(({ id, town, near }): ResultView[] => {
      const garage = garageCards.get(id);
      return garage ? [{ town, near, km: null, kind: "garage", garage }] : [];
    }),
  ];
}

/** Towns have positive ids, regions and countries negative ones. */
const inTown = (column: typeof events.placeId | typeof garages.placeId) => gt(column, 0);

const labelOf = (column: typeof events.placeId | typeof garages.placeId) =>
  sql<string>`(SELECT label FROM places WHERE places.id = ${column})`;

function upcomingEvents({ category, from, to }: ThingFilter, limit: number) {
  return db()
    .select({ ...rowColumns, town: sql<number>`${events.placeId}`, near: labelOf(events.placeId) })
    .from(events)
    .where(
      and(
        liveEvents,
        gte(events.startDate, firstStart(from)),
        gte(events.endDate, from),
        inTown(events.placeId),
        to === undefined ? undefined : lte(sql`substr(${events.startDate}, 1, 10)`, to),
        category === "" ? undefined : eq(events.category, category),
      ),
    )
    .orderBy(asc(events.startDate), asc(events.id))
    .limit(limit)
    .all();
}

function newestGarages(limit: number) {
  return db()
    .select({ id: garages.id, town: sql<number>`${garages.placeId}`, near: labelOf(garages.placeId) })
    .from(garages)
    .where(and(shownGarages, eq(garages.showOnMap, true), inTown(garages.placeId)))
    .orderBy(desc(garages.createdAt), desc(garages.id))
    .limit(limit)
    .all();
}
