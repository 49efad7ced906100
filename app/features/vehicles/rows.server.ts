import { and, asc, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";
import type { Db } from "~/db/client.server";
import { isAmongIds, prepared } from "~/db/client.server";
import { garages, likes, users, vehicles } from "~/db/schema";
import { seenVehicles, shownVehicles, shownVehiclesById } from "~/db/scopes.server";
import { MAX_LISTED_IDS } from "~/features/accounts/limits";
import { type Role, seenParams, type Viewer } from "~/features/accounts/policy";
import { withOwnEdits } from "~/features/holds/holding.server";
import { DomainError } from "~/lib/errors";
import { ALL, type PageParams, type Part, toOffset } from "~/lib/paging";
import { groupBy, pick } from "~/lib/rows";
import { VEHICLE_FIELDS } from "./limits";
import { VEHICLE_NOT_FOUND } from "./policy";

export const cardColumns = {
  id: vehicles.id,
  year: vehicles.year,
  make: vehicles.make,
  model: vehicles.model,
  /** A stored name or a full URL, or null. */
  coverPhoto: vehicles.coverPhoto,
  garageId: vehicles.garageId,
  garageName: sql<string>`${garages.name}`,
  ownerName: sql<string>`${users.name}`,
  likeCount: vehicles.likeCount,
  commentCount: vehicles.commentCount,
  hidden: vehicles.hidden,
};

const fullColumns = {
  ...cardColumns,
  ...pick(vehicles, ...VEHICLE_FIELDS),
  specs: vehicles.specs,
  userId: vehicles.userId,
  ownerRole: sql<Role>`${users.role}`,
  ownerAvatar: sql<string>`${users.avatar}`,
  garageLocation: sql<string>`${garages.location}`,
  buildCount: vehicles.buildCount,
  createdAt: vehicles.createdAt,
};

/**
 * Joined columns need explicit types (`sql<string>`). Left joins, so that the planner cannot reorder them and sort a
 * million rows: the index decides the order.
 */
function withOwner<Select extends SQLiteSelect>(query: Select): Select {
  query.leftJoin(garages, eq(garages.id, vehicles.garageId)).leftJoin(users, eq(users.id, vehicles.userId));
  return query;
}

/** Each select has the card's columns. */
function withOwnEdit<Row>(viewer: Viewer | null, row: Row): Row {
  const card = row as Row & { id: number; hidden: number; garageId: number };
  const owner = viewer?.garageId === card.garageId ? viewer : null;
  return withOwnEdits("vehicle", owner, [card], () => owner?.id)[0]!;
}

/** @param select columns `from(vehicles)` */
export function vehicleReads<Select extends SQLiteSelect>(select: (database: Db) => Select) {
  const pageOf = (condition: SQL | undefined) =>
    prepared((database) =>
      withOwner(select(database))
        .where(condition)
        // The index has `hidden` before the time.
        .orderBy(desc(vehicles.hidden), desc(vehicles.createdAt), desc(vehicles.id))
        .limit(sql.placeholder("limit"))
        .offset(sql.placeholder("offset"))
        .prepare(),
    );
  const inGarage = eq(vehicles.garageId, sql.placeholder("garageId"));
  const latest = pageOf(shownVehicles);
  const ofGarage = pageOf(and(inGarage, shownVehicles));
  const hidden = pageOf(and(inGarage, gt(vehicles.hidden, 0), eq(vehicles.userId, sql.placeholder("viewerId"))));
  const vehiclesByIds = prepared((database) =>
    withOwner(select(database))
      .where(and(isAmongIds(vehicles.id), shownVehiclesById))
      .prepare(),
  );
  const vehicleById = prepared((database) =>
    withOwner(select(database))
      .where(and(eq(vehicles.id, sql.placeholder("id")), seenVehicles))
      .prepare(),
  );
  return {
    latest: (page: PageParams) => latest().all({ limit: page.limit, offset: toOffset(page) }),
    ofGarage: (garageId: number, part: Part) => ofGarage().all({ garageId, ...part }),
    /** The viewer's own hidden vehicles. */
    listHidden: (viewer: Viewer) => hidden().all({ garageId: viewer.garageId, viewerId: viewer.id, ...ALL }),
    among: (ids: readonly number[]) => (ids.length === 0 ? [] : vehiclesByIds().all({ ids: JSON.stringify(ids) })),
    /**
     * The owner sees new values pending review.
     * @throws DomainError not_found, also if hidden from the viewer
     */
    get(id: number, viewer: Viewer | null = null) {
      const row = vehicleById().get({ id, ...seenParams(viewer) });
      if (!row) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
      return withOwnEdit(viewer, row);
    },
  };
}

export const vehicleCards = vehicleReads((database) => database.select(cardColumns).from(vehicles).$dynamic());

/** With the long texts. */
export const vehicleRows = vehicleReads((database) => database.select(fullColumns).from(vehicles).$dynamic());

export type VehicleRow = ReturnType<typeof vehicleRows.get>;

/** With canonical names, possibly spelt differently by the owner (makes README, Rules). */
export const vehiclePageRows = vehicleReads((database) =>
  database
    .select({
      ...fullColumns,
      modelId: vehicles.modelId,
      makeName: sql<string | null>`(SELECT name FROM makes WHERE makes.id = ${vehicles.makeId})`,
      modelName: sql<string | null>`(SELECT name FROM models WHERE models.id = ${vehicles.modelId})`,
    })
    .from(vehicles)
    .$dynamic(),
);

const nameColumns = { id: vehicles.id, year: vehicles.year, make: vehicles.make, model: vehicles.model };

const position = sql`(${vehicles.createdAt}, ${vehicles.id})`;
const vehiclePosition = sql`(${sql.placeholder("createdAt")}, ${sql.placeholder("id")})`;
const inSameGarage = and(eq(vehicles.garageId, sql.placeholder("garageId")), shownVehicles);

const adjacentVehicle = (condition: SQL, ...order: SQL[]) =>
  prepared((database) =>
    database
      .select(nameColumns)
      .from(vehicles)
      .where(and(inSameGarage, condition))
      .orderBy(...order)
      .limit(1)
      .prepare(),
  );

const newer = adjacentVehicle(sql`${position} > ${vehiclePosition}`, asc(vehicles.createdAt), asc(vehicles.id));
const older = adjacentVehicle(sql`${position} < ${vehiclePosition}`, desc(vehicles.createdAt), desc(vehicles.id));

/** In its garage's list, newest first; null at an end. */
export function findAdjacentVehicles({ id, garageId, createdAt }: Pick<VehicleRow, "id" | "garageId" | "createdAt">) {
  const params = { id, garageId, createdAt };
  return { previous: newer().get(params) ?? null, next: older().get(params) ?? null };
}

/** Per list below a vehicle. */
const MORE = 4;

const othersOf = (condition: SQL | undefined) =>
  prepared((database) =>
    database
      .select({ ...nameColumns, coverPhoto: vehicles.coverPhoto, garageName: sql<string>`${garages.name}` })
      .from(vehicles)
      .leftJoin(garages, eq(garages.id, vehicles.garageId))
      .where(and(condition, ne(vehicles.id, sql.placeholder("id"))))
      .orderBy(desc(vehicles.createdAt), desc(vehicles.id))
      .limit(MORE)
      .prepare(),
  );

const othersOfGarage = othersOf(inSameGarage);
const othersOfModel = othersOf(and(eq(vehicles.modelId, sql.placeholder("modelId")), shownVehicles));

/** Newest first; of the same model with their garages' names. */
export function listOtherVehicles(vehicle: Pick<VehicleRow, "id" | "garageId"> & { modelId: number | null }) {
  const { id, garageId, modelId } = vehicle;
  return {
    ofGarage: othersOfGarage()
      .all({ id, garageId })
      .map(({ garageName: _, ...vehicle }) => vehicle),
    // None without a model: no row equals null.
    ofModel: othersOfModel().all({ id, modelId }),
  };
}

// Limited per vehicle, so that the response size stays bounded.
const likers = prepared((database) =>
  database
    .select({ vehicleId: likes.vehicleId, userId: likes.userId })
    .from(sql`json_each(${sql.placeholder("ids")}) AS asked`)
    .crossJoin(likes)
    .where(
      sql`likes.rowid IN (SELECT rowid FROM likes AS newest
        WHERE newest.vehicle_id = asked.value AND newest.hidden = 0 ORDER BY rowid DESC LIMIT ${sql.raw(String(MAX_LISTED_IDS))})`,
    )
    .orderBy(sql`likes.rowid`)
    .prepare(),
);

/** In the order of liking: the newest `MAX_LISTED_IDS`, without deactivated users. */
export const listLikers = (vehicleIds: readonly number[]) =>
  groupBy(likers().all({ ids: JSON.stringify(vehicleIds) }), ({ vehicleId }) => vehicleId);
