import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { db, listIds, memoized, prepared } from "~/db/client.server";
import { garages, makes, siteTotals, vehicles } from "~/db/schema";
import { shownGarages, shownGaragesById } from "~/db/scopes.server";
import { similarNames } from "~/db/words.server";
import { parseMake } from "~/features/makes/key";
import { findProximity, type ProximityView } from "~/features/places/queries.server";
import { correctText, similarHalves } from "~/lib/correction";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { isIndexed, literalTerm } from "~/lib/search-terms";
import { fold } from "~/lib/text";
import { randomFraction } from "~/lib/tokens.server";
import type { GarageSort } from "./limits";

export interface GarageListQuery {
  /** Literal text in names, at most 100 characters; "" lists all. */
  search: string;
  sort: GarageSort;
  /** In any spelling; "" is all. */
  make?: string;
  /** A place by name; "" is all. */
  near?: string;
  /** km. */
  radius?: number | undefined;
}

export interface GarageIds extends Paged<number> {
  proximity: Pick<ProximityView, "place" | "km"> | null;
}

const ORDER: Record<GarageSort, SQL[]> = {
  "-createdAt": [desc(garages.createdAt), desc(garages.id)],
  createdAt: [asc(garages.createdAt), asc(garages.id)],
  "-vehicleCount": [desc(garages.vehicleCount), desc(garages.id)],
};

const pageBy = (sort: GarageSort) =>
  prepared((database) =>
    database
      .select({ id: garages.id })
      .from(garages)
      .where(shownGarages)
      .orderBy(...ORDER[sort])
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(),
  );

const PAGES = {
  "-createdAt": pageBy("-createdAt"),
  createdAt: pageBy("createdAt"),
  "-vehicleCount": pageBy("-vehicleCount"),
};

const total = prepared((database) =>
  database.select({ count: siteTotals.total }).from(siteTotals).where(eq(siteTotals.name, "garages")).prepare(),
);

export const countShownGarages = (): number => total().get()?.count ?? 0;

/** All ids, cached for the next pages. */
const idsOnce = memoized<number[]>(50);

/** `term` is folded. */
function isNamed(term: string): SQL | undefined {
  if (term === "") return undefined;
  return isIndexed(term)
    ? sql`${garages.id} IN (SELECT rowid FROM garages_fts WHERE garages_fts MATCH ${literalTerm(term)})`
    : sql`instr(${garages.nameFolded}, ${term}) > 0`;
}

function hasMake(make: string): SQL | undefined {
  if (make === "") return undefined;
  return sql`${garages.id} IN (SELECT ${vehicles.garageId} FROM ${vehicles}
    WHERE ${vehicles.makeId} = (SELECT ${makes.id} FROM ${makes} WHERE ${makes.key} = ${parseMake(make).key})
      AND ${vehicles.hidden} = 0)`;
}

/** Public garages (garages README, Lists), with the total. */
export function listGarageIds(query: GarageListQuery, page: PageParams): GarageIds {
  const { sort, make = "", near = "", radius } = query;
  const offset = toOffset(page);
  const term = fold(query.search);
  const found = findProximity({ near, radius, unplaced: false }, garages.placeId);
  const proximity = found ? { place: found.place, km: found.km } : null;
  if (term === "" && make === "" && !found) {
    const rows = PAGES[sort]().all({ limit: page.limit, offset });
    return { rows: rows.map(({ id }) => id), total: total().get()?.count ?? 0, ...page, proximity };
  }
  const ids = idsOnce(JSON.stringify([sort, term, make, near, radius]), () => {
    // Only what its owner shows on the map may be found by distance.
    const isNear = found && and(found.within, eq(garages.showOnMap, true));
    const matching = and(found ? shownGaragesById : shownGarages, isNamed(term), hasMake(make), isNear);
    return listIds(sql`SELECT id FROM ${garages} WHERE ${matching} ORDER BY ${sql.join(ORDER[sort], sql`, `)}`);
  });
  return { rows: ids.slice(offset, offset + page.limit), total: ids.length, ...page, proximity };
}

const listSimilarNames = (words: readonly string[]) =>
  similarHalves(words).length === 0
    ? []
    : db()
        .values<[name: string]>(similarNames("garages", "name", "hidden = 0", words))
        .map(([name]) => ({ name }));

/** For a search without results: similar words that find a garage, or null. */
export function findGarageSuggestion(query: GarageListQuery): string | null {
  return correctText(query.search, listSimilarNames, (text) => {
    return listGarageIds({ ...query, search: text }, { page: 1, limit: 1 }).total > 0;
  });
}

/**
 * For the home page. `others` is filled only if few garages have photos; garages without vehicles count only while no
 * garage has any.
 */
function readChoices() {
  const photographedIds = listIds(
    sql`SELECT id FROM garages INDEXED BY garages_photographed WHERE hidden = 0 AND photo_count > 0`,
  );
  const others = sql`SELECT id FROM garages WHERE hidden = 0 AND photo_count = 0
    AND (vehicle_count > 0) = EXISTS (SELECT 1 FROM garages g WHERE g.hidden = 0 AND g.vehicle_count > 0)
    LIMIT ${MAX_REQUESTED}`;
  return {
    photographed: photographedIds,
    others: photographedIds.length > MAX_REQUESTED ? [] : listIds(others),
    newest: listIds(sql`SELECT id FROM garages INDEXED BY garages_stocked WHERE hidden = 0 AND vehicle_count > 0
      ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}`),
  };
}

const choicesOnce = memoized<ReturnType<typeof readChoices>>(1);
const listChoices = () => choicesOnce("", readChoices);

/** With a visible vehicle. @param count at most 4, as on the home page */
export const newestGarageIds = (count: number) => listChoices().newest.slice(0, count);

const NEWEST = 4;

/** More than any request needs. */
const MAX_REQUESTED = 1_000;

/** Random, with a photographed vehicle; filled up from others with vehicles (garages README, Featured). */
export function pickGarageIds(count: number): number[] {
  const { photographed, others } = listChoices();
  const featuredIds = sample(photographed, count);
  return [...featuredIds, ...sample(others, count - featuredIds.length)];
}

function sample(ids: readonly number[], count: number): number[] {
  const remaining = [...ids];
  return Array.from(
    { length: Math.min(count, remaining.length) },
    () => remaining.splice(Math.floor(randomFraction() * remaining.length), 1)[0]!,
  );
}
