import { sql } from "drizzle-orm";
import { type IdRanges, listIdRanges } from "~/db/id-ranges.server";
import { makes, models } from "~/db/schema/index";
import { type VehicleFilter, vehiclesUrl } from "~/features/makes/address";
import { type CountedName, listMakesByName, listSimilarNames } from "~/features/makes/queries.server";
import { listVehicleCardsById } from "~/features/vehicles/queries.server";
import { correctText } from "~/lib/correction";
import type { Paged, PageParams } from "~/lib/paging";
import { groupBy } from "~/lib/rows";
import { fold } from "~/lib/text";
import { browseIds } from "./list.server";
import type { BrowseQuery } from "./schema.server";

export type BrowseView = ReturnType<typeof browseVehicles>;

function shownChoice(query: BrowseQuery, { make, model }: { make: CountedName | null; model: CountedName | null }) {
  return { ...query, make: make?.name ?? query.make, model: model?.name ?? query.model } satisfies VehicleFilter;
}

export function browseVehicles(query: BrowseQuery, page: PageParams) {
  const { scope, list } = browseIds(query, page);
  const choice = shownChoice(query, scope);
  return {
    ...list,
    rows: listVehicleCardsById(list.rows),
    title: filterTitle(choice),
    canonical: vehiclesUrl({ ...choice, page: page.page }),
    make: scope.make?.name ?? null,
    model: scope.model?.name ?? null,
    names: scope.names,
    decades: countDecades(scope.years),
    suggestion: list.total === 0 ? findSuggestion(query, choice) : null,
  };
}

/** Similar words that find something with the same filters. */
function findSuggestion(query: BrowseQuery, choice: VehicleFilter): { q: string; url: string } | null {
  const isFound = (q: string) => browseIds({ ...query, q }, { page: 1, limit: 1 }).list.total > 0;
  const q = query.q === undefined ? null : correctText(query.q, listSimilarNames, isFound);
  return q === null ? null : { q, url: vehiclesUrl({ ...choice, q, page: 1 }) };
}

/** The letter is "0-9" for names that do not begin with one. */
interface MakeLetter {
  letter: string;
  makes: CountedName[];
}

/** All makes with vehicles, A to Z. */
export function listMakeLetters(page: PageParams): Paged<MakeLetter> {
  const { rows, ...list } = listMakesByName(page);
  const letters = groupBy(rows, ({ name }) => /^\p{L}/u.exec(fold(name))?.[0].toUpperCase() ?? "0-9");
  return { ...list, rows: [...letters].map(([letter, makes]) => ({ letter, makes })) };
}

type TitleFilter = Pick<VehicleFilter, "make" | "model" | "from" | "to" | "condition" | "q">;

/** "1967", "1965 to 1970", "from 1965", "up to 1970"; "" without years. */
function formatYears({ from, to }: TitleFilter): string {
  if (from === undefined) return to === undefined ? "" : `up to ${to}`;
  if (to === undefined) return `from ${from}`;
  return from === to ? String(from) : `${from} to ${to}`;
}

function filterTitle(choice: TitleFilter): string {
  const { make, model, condition, q } = choice;
  const subject = [make, model].filter(Boolean).join(" ") || "Vehicles";
  return [subject, formatYears(choice), condition, q && `“${q}”`].filter(Boolean).join(", ");
}

interface Decade {
  from: number;
  to: number;
  count: number;
}

/** Earliest first. @param years counts per year */
function countDecades(years: readonly (readonly [year: number, count: number])[]): Decade[] {
  const decades = new Map<number, number>();
  for (const [year, count] of years) {
    const from = year - (year % 10);
    decades.set(from, (decades.get(from) ?? 0) + count);
  }
  return [...decades].sort(([a], [b]) => a - b).map(([from, count]) => ({ from, to: from + 9, count }));
}

/** The plus sign keeps the lookup by id. */
const HAS_VEHICLES = sql.raw("+vehicle_count > 0");

export const makeRanges: IdRanges<VehicleFilter> = listIdRanges(makes, HAS_VEHICLES, sql`${makes.name} AS make`);

export const modelRanges: IdRanges<VehicleFilter> = listIdRanges(
  models,
  HAS_VEHICLES,
  sql`(SELECT name FROM ${makes} AS of_make WHERE of_make.id = ${models.makeId}) AS make, ${models.name} AS model`,
);
