import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { makes, models, vehicleYears } from "~/db/schema";
import { type ExistingName, similarParts } from "~/lib/correction";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { fold } from "~/lib/text";
import { distinctBy, modelKey, parseMake } from "./key";
import { BUILT_IN_MAKES, findBuiltInMake } from "./known";

/** Counts only visible vehicles. */
export interface CountedName {
  name: string;
  count: number;
}

/** Must match the condition of the partial indexes literally. */
const HAS_VEHICLES = sql.raw("vehicle_count > 0");

/** Names the index, because with few makes SQLite would sort them all. */
const makesOf = (index: "makes_biggest" | "makes_by_name", ...order: SQL[]) =>
  prepared((database) =>
    database
      .select({ name: sql<string>`name`, count: sql<number>`vehicle_count` })
      .from(sql`makes INDEXED BY ${sql.raw(index)}`)
      .where(HAS_VEHICLES)
      .orderBy(...order)
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(),
  );

const biggestMakes = makesOf("makes_biggest", sql`vehicle_count DESC`, sql`key`);
const makesByName = makesOf("makes_by_name", sql`key`);

const makeCount = prepared((database) =>
  database.select({ total: sql<number>`count(*)` }).from(makes).where(HAS_VEHICLES).prepare(),
);

const toPage = (rows: CountedName[], total: number, page: PageParams): Paged<CountedName> => ({ rows, total, ...page });

const window = (page: PageParams) => ({ limit: page.limit, offset: toOffset(page) });

export function listBiggestMakes(limit: number): CountedName[] {
  return biggestMakes().all({ limit, offset: 0 });
}

export function listMakes(page: PageParams): Paged<CountedName> {
  return toPage(biggestMakes().all(window(page)), makeCount().get()?.total ?? 0, page);
}

export function listMakesByName(page: PageParams): Paged<CountedName> {
  return toPage(makesByName().all(window(page)), makeCount().get()?.total ?? 0, page);
}

const ofMake = (key: unknown) => sql`${models.makeId} = (SELECT id FROM makes AS of_make WHERE of_make.key = ${key})`;

const biggestModels = prepared((database) =>
  database
    .select({ name: models.name, count: models.vehicleCount })
    .from(models)
    .where(and(ofMake(sql.placeholder("make")), HAS_VEHICLES))
    .orderBy(desc(models.vehicleCount), asc(models.key))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

const modelCount = prepared((database) =>
  database
    .select({ total: sql<number>`count(*)` })
    .from(models)
    .where(and(ofMake(sql.placeholder("make")), HAS_VEHICLES))
    .prepare(),
);

/** Most vehicles first; none for an unknown make. */
export function listModels(make: string, page: PageParams): Paged<CountedName> {
  const { key } = parseMake(make);
  const total = modelCount().get({ make: key })?.total ?? 0;
  return toPage(total === 0 ? [] : biggestModels().all({ make: key, ...window(page) }), total, page);
}

export interface VehicleScope {
  /** Canonical names; null if not requested or without vehicles. */
  make: (CountedName & { id: number }) | null;
  model: (CountedName & { id: number }) | null;
  /** The requested make or model has no vehicles. */
  isUnknown: boolean;
  /** Earliest first. */
  years: [year: number, count: number][];
  names: CountedName[];
}

// Id 0 stands for all makes, or all models of a make.
const countsByYear = prepared((database) =>
  database
    .select({ year: vehicleYears.year, count: vehicleYears.vehicleCount })
    .from(vehicleYears)
    .where(
      and(
        eq(vehicleYears.makeId, sql.placeholder("makeId")),
        eq(vehicleYears.modelId, sql.placeholder("modelId")),
        gt(vehicleYears.vehicleCount, 0),
      ),
    )
    .orderBy(asc(vehicleYears.year))
    .prepare(),
);

const yearsOf = (makeId: number, modelId: number) =>
  countsByYear()
    .all({ makeId, modelId })
    .map(({ year, count }): VehicleScope["years"][number] => [year, count]);

const oneMake = prepared((database) =>
  database
    .select({
      id: makes.id,
      name: makes.name,
      count: makes.vehicleCount,
      modelId: models.id,
      modelName: models.name,
      modelCount: models.vehicleCount,
    })
    .from(makes)
    .leftJoin(
      models,
      and(eq(models.makeId, makes.id), eq(models.key, sql.placeholder("model")), gt(models.vehicleCount, 0)),
    )
    .where(and(eq(makes.key, sql.placeholder("make")), gt(makes.vehicleCount, 0)))
    .prepare(),
);

/**
 * With stored counts.
 * @param most maximum of makes or models
 */
export function findScope(
  filter: { make?: string | undefined; model?: string | undefined },
  most: { makes: number; models: number },
): VehicleScope {
  if (filter.make === undefined) {
    return { make: null, model: null, isUnknown: false, years: yearsOf(0, 0), names: listBiggestMakes(most.makes) };
  }
  const make = parseMake(filter.make).key;
  // No key is NULL, so null matches no model.
  const model = filter.model === undefined ? null : modelKey(filter.model);
  const row = oneMake().get({ make, model });
  if (!row) return { make: null, model: null, isUnknown: true, years: [], names: listBiggestMakes(most.makes) };
  const isUnknown = model !== null && row.modelId === null;
  return {
    make: { id: row.id, name: row.name, count: row.count },
    model: row.modelId === null ? null : { id: row.modelId, name: row.modelName ?? "", count: row.modelCount ?? 0 },
    isUnknown,
    years: isUnknown ? [] : yearsOf(row.id, row.modelId ?? 0),
    names: biggestModels().all({ make, limit: most.models, offset: 0 }),
  };
}

/** Any other text is valid too. */
export type NameSuggestions = ReturnType<typeof suggestNames>;

const SUGGESTED = { makes: 100, models: 50 } as const;

/** Before a make is chosen, models of this many makes are suggested. */
const FIRST_MAKES = 6;

/**
 * Built-in and existing names, makes A to Z.
 * @param make of the suggested models; undefined: built-in models of the biggest makes
 */
export function suggestNames(make?: string) {
  const siteMakes = listBiggestMakes(SUGGESTED.makes).map(({ name }) => name);
  const makes = distinctBy([...siteMakes, ...BUILT_IN_MAKES.map(({ name }) => name)], (name) => parseMake(name).key);
  const first = makes.slice(0, FIRST_MAKES);
  const models = make === undefined ? [] : listModels(make, { page: 1, limit: SUGGESTED.models }).rows;
  const builtIn = (make === undefined ? first : [make]).flatMap((name) => findBuiltInMake(name)?.models ?? []);
  return {
    makes: makes.sort((a, b) => fold(a).localeCompare(fold(b), "en")),
    models: distinctBy([...models.map(({ name }) => name), ...builtIn], modelKey),
  };
}

/** Makes, then the oldest models: to limit the cost to some milliseconds. */
const MAX_COMPARED = 10_000;
const MAX_SIMILAR = 400;

/**
 * Makes and models with vehicles that have most in common with one of `words`; before them the makes meant by aliases.
 * @param words letters and digits, folded
 */
export function listSimilarNames(words: readonly string[]): ExistingName[] {
  const canonicalMakes = words.flatMap((word) => {
    const { name, isAlias } = parseMake(word);
    return isAlias ? [{ name, alias: word }] : [];
  });
  const shares = similarParts(words).map((parts) => {
    const matches = parts.map((part) => sql`(instr(key, ${part}) > 0)`);
    return sql`(${sql.join(matches, sql` + `)}) / ${sql.raw(`${parts.length}.0`)}`;
  });
  if (shares.length === 0) return canonicalMakes;
  const rows = db().values<[name: string]>(sql`SELECT name FROM (
    SELECT name, vehicle_count, max(0, ${sql.join(shares, sql`, `)}) AS share FROM (
      SELECT key, name, vehicle_count FROM makes WHERE ${HAS_VEHICLES}
      UNION ALL SELECT key, name, vehicle_count FROM models WHERE ${HAS_VEHICLES} LIMIT ${MAX_COMPARED}))
    WHERE share > 0 ORDER BY share DESC, vehicle_count DESC LIMIT ${MAX_SIMILAR}`);
  return [...canonicalMakes, ...rows.map(([name]) => ({ name }))];
}
