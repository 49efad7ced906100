import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";
import type { Db } from "~/db/client.server";
import { isAmongIds, prepared } from "~/db/client.server";
import { garages, users, vehicles } from "~/db/schema";
import { seenVehicles, shownVehicles, shownVehiclesById } from "~/db/scopes.server";
import { MAX_LISTED_IDS } from "~/features/accounts/limits";
import { seenParams, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { ALL, type PageParams, type Part, toOffset } from "~/lib/paging";
import { pick } from "~/lib/rows";
import { VEHICLE_FIELDS } from "./limits";
import { VEHICLE_NOT_FOUND } from "./policy";

/** For a card: without long texts. */
export const cardColumns = {
  id: vehicles.id,
  year: vehicles.year,
  make: vehicles.make,
  model: vehicles.model,
  /** A stored name or a full URL; null shows the default image. */
  coverPhoto: vehicles.coverPhoto,
  garageId: vehicles.garageId,
  garageName: sql<string>`${garages.name}`,
  ownerName: sql<string>`${users.name}`,
  likeCount: vehicles.likeCount,
  commentCount: vehicles.commentCount,
  hidden: vehicles.hidden,
};

/** For a vehicle's own page and the API. */
const fullColumns = {
  ...cardColumns,
  ...pick(vehicles, ...VEHICLE_FIELDS),
  specs: vehicles.specs,
  userId: vehicles.userId,
  buildCount: vehicles.buildCount,
  createdAt: vehicles.createdAt,
};

/**
 * Joins garage and owner; their columns need explicit types (`sql<string>`). Left joins, so that the planner cannot
 * reorder them and sort a million rows: the index decides the order.
 */
function withOwner<Select extends SQLiteSelect>(query: Select): Select {
  query.leftJoin(garages, eq(garages.id, vehicles.garageId)).leftJoin(users, eq(users.id, vehicles.userId));
  return query;
}

/**
 * Queries of public vehicles, and of hidden ones for their owner.
 * @param select columns `from(vehicles)`
 */
export function vehicleReads<Select extends SQLiteSelect>(select: (database: Db) => Select) {
  const pageOf = (where: SQL | undefined) =>
    prepared((database) =>
      withOwner(select(database))
        .where(where)
        // The order of the index: `hidden` before the time.
        .orderBy(desc(vehicles.hidden), desc(vehicles.createdAt), desc(vehicles.id))
        .limit(sql.placeholder("limit"))
        .offset(sql.placeholder("offset"))
        .prepare(),
    );
  const inGarage = eq(vehicles.garageId, sql.placeholder("garageId"));
  const latest = pageOf(shownVehicles);
  const ofGarage = pageOf(and(inGarage, shownVehicles));
  const hidden = pageOf(and(inGarage, gt(vehicles.hidden, 0), eq(vehicles.userId, sql.placeholder("viewerId"))));
  const among = prepared((database) =>
    withOwner(select(database))
      .where(and(isAmongIds(vehicles.id), shownVehiclesById))
      .prepare(),
  );
  const one = prepared((database) =>
    withOwner(select(database))
      .where(and(eq(vehicles.id, sql.placeholder("id")), seenVehicles))
      .prepare(),
  );
  return {
    latest: (page: PageParams) => latest().all({ limit: page.limit, offset: toOffset(page) }),
    ofGarage: (garageId: number, part: Part) => ofGarage().all({ garageId, ...part }),
    /** The viewer's own hidden vehicles. */
    listHidden: (viewer: Viewer) => hidden().all({ garageId: viewer.garageId, viewerId: viewer.id, ...ALL }),
    /** In any order. */
    among: (ids: readonly number[]) => (ids.length === 0 ? [] : among().all({ ids: JSON.stringify(ids) })),
    /** @throws DomainError not_found, also if hidden from the viewer */
    get(id: number, viewer: Viewer | null = null) {
      const row = one().get({ id, ...seenParams(viewer) });
      if (!row) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
      return row;
    },
  };
}

/** For lists of cards. */
export const vehicleCards = vehicleReads((database) => database.select(cardColumns).from(vehicles).$dynamic());

/** With the long texts: for a vehicle's own page and the API. */
export const vehicleRows = vehicleReads((database) => database.select(fullColumns).from(vehicles).$dynamic());

export type VehicleRow = ReturnType<typeof vehicleRows.get>;

/** The next vehicle in its garage's list, as JSON of its id and name; null at the end. */
const adjacent = (direction: "newer" | "older") => {
  const [than, order] = direction === "newer" ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  return sql<string | null>`(
    SELECT json_object('id', CAST(beside.id AS TEXT), 'year', beside.year, 'make', beside.make, 'model', beside.model)
    FROM vehicles AS beside
    WHERE beside.garage_id = ${vehicles.garageId} AND beside.hidden = 0
      AND (beside.created_at, beside.id) ${than} (${vehicles.createdAt}, ${vehicles.id})
    ORDER BY beside.created_at ${order}, beside.id ${order} LIMIT 1)`;
};

/** The gallery's photos as JSON, unsorted: sorting here would need a temporary B-tree. */
const gallery = sql<string>`(
  SELECT json_group_array(
    json_object('id', CAST(p.id AS TEXT), 'photo', p.photo, 'caption', p.caption, 'position', p.position, 'hidden', p.hidden))
  FROM photos AS p WHERE p.vehicle_id = ${vehicles.id} AND p.entry_id IS NULL)`;

/** Number of other vehicles per list below a vehicle. */
const MORE = 4;

/** Other vehicles, newest first, as JSON for small cards. */
const others = (of: SQL, more = sql``) => sql<string>`(
  SELECT json_group_array(json_object('id', CAST(id AS TEXT), 'year', year, 'make', make, 'model', model,
    'coverPhoto', cover_photo${more})) FROM (
    SELECT id, year, make, model, cover_photo, garage_id FROM vehicles AS other
    WHERE ${of} AND other.hidden = 0 AND other.id <> ${vehicles.id}
    ORDER BY other.created_at DESC, other.id DESC LIMIT ${sql.raw(String(MORE))}))`;

const garageNamed = sql`, 'garageName', (SELECT name FROM garages AS its WHERE its.id = garage_id)`;

const pageColumns = {
  ...fullColumns,
  gallery,
  previous: adjacent("newer"),
  next: adjacent("older"),
  /** Canonical names, possibly spelt differently here (makes README, Rules). */
  makeName: sql<string | null>`(SELECT name FROM makes WHERE makes.id = ${vehicles.makeId})`,
  modelName: sql<string | null>`(SELECT name FROM models WHERE models.id = ${vehicles.modelId})`,
  ofGarage: others(sql`other.garage_id = ${vehicles.garageId}`),
  ofModel: others(sql`other.model_id = ${vehicles.modelId}`, garageNamed),
};

/** For a vehicle's own page: with photos, neighbours in its garage's list, and others of its garage and model. */
export const vehiclePageRows = vehicleReads((database) => database.select(pageColumns).from(vehicles).$dynamic());

// Limited per vehicle, so that the response size stays bounded.
const likers = prepared((database) =>
  database
    .select({
      vehicleId: sql<number>`asked.value`,
      ids: sql<string>`(SELECT json_group_array(user_id) FROM (SELECT user_id FROM likes
        WHERE vehicle_id = asked.value AND hidden = 0 ORDER BY rowid DESC LIMIT ${sql.raw(String(MAX_LISTED_IDS))}))`,
    })
    .from(sql`json_each(${sql.placeholder("ids")}) AS asked`)
    .prepare(),
);

/** Likers of each vehicle, in the order of liking: the newest `MAX_LISTED_IDS`, without deactivated users. */
export function listLikers(vehicleIds: readonly number[]): Map<number, number[]> {
  const rows = likers().all({ ids: JSON.stringify(vehicleIds) });
  return new Map(rows.map(({ vehicleId, ids }) => [vehicleId, (JSON.parse(ids) as number[]).reverse()]));
}
