import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { buildEntries, garages, users, vehicles } from "~/db/schema";
import { shownEntries, shownEntriesById } from "~/db/scopes.server";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page } from "~/lib/paging";
import type { Area, Kind, Status, Unit } from "./limits";
import { ENTRY_NOT_FOUND } from "./policy";

/** The photos of an entry in order, as JSON: a list costs one statement, however long it is. */
const photosOfEntry = sql<string>`(
  SELECT json_group_array(
    json_object('id', CAST(id AS TEXT), 'photo', photo, 'caption', caption, 'position', position))
  FROM (SELECT id, photo, caption, position FROM photos WHERE entry_id = ${buildEntries.id} ORDER BY position, id))`;

// Columns of joined tables have to be typed by hand: they are left joins, so that the entries' index decides the order.
const columns = {
  id: buildEntries.id,
  kind: sql<Kind>`${buildEntries.kind}`,
  title: buildEntries.title,
  text: buildEntries.text,
  date: buildEntries.date,
  mileage: buildEntries.mileage,
  unit: sql<Unit | null>`${buildEntries.unit}`,
  status: sql<Status | null>`${buildEntries.status}`,
  area: sql<Area | null>`${buildEntries.area}`,
  /** Hundredths. Goes out by `costFor` alone. */
  cost: buildEntries.cost,
  currency: buildEntries.currency,
  costIsPublic: buildEntries.costIsPublic,
  parts: buildEntries.parts,
  photos: photosOfEntry,
  photoCount: buildEntries.photoCount,
  userId: buildEntries.userId,
  createdAt: buildEntries.createdAt,
  vehicleId: buildEntries.vehicleId,
  year: sql<number>`${vehicles.year}`,
  make: sql<string>`${vehicles.make}`,
  model: sql<string>`${vehicles.model}`,
  coverPhoto: sql<string | null>`${vehicles.coverPhoto}`,
  garageId: sql<number>`${vehicles.garageId}`,
  garageName: sql<string>`${garages.name}`,
  ownerName: sql<string>`${users.name}`,
};

/** The entry beside it in its log, as the JSON of its id and title; null at the end. */
const beside = (direction: "newer" | "older") => {
  const [than, order] = direction === "newer" ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  return sql<string | null>`(
    SELECT json_object('id', CAST(beside.id AS TEXT), 'title', beside.title)
    FROM build_entries AS beside
    WHERE beside.vehicle_id = ${buildEntries.vehicleId} AND beside.hidden = 0
      AND (beside.date, beside.id) ${than} (${buildEntries.date}, ${buildEntries.id})
    ORDER BY beside.date ${order}, beside.id ${order} LIMIT 1)`;
};

const pageOf = (where?: SQL) =>
  prepared((database) =>
    database
      .select(columns)
      .from(buildEntries)
      .leftJoin(vehicles, eq(vehicles.id, buildEntries.vehicleId))
      .leftJoin(garages, eq(garages.id, vehicles.garageId))
      .leftJoin(users, eq(users.id, vehicles.userId))
      .where(and(eq(buildEntries.vehicleId, sql.placeholder("vehicleId")), where, shownEntries))
      .orderBy(desc(buildEntries.date), desc(buildEntries.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(),
  );

const ofVehicle = pageOf();
const ofKind = pageOf(eq(buildEntries.kind, sql.placeholder("kind")));

const among = prepared((database) =>
  database
    .select(columns)
    .from(buildEntries)
    .leftJoin(vehicles, eq(vehicles.id, buildEntries.vehicleId))
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId))
    .where(and(isAmongIds(buildEntries.id), shownEntriesById))
    .prepare(),
);

const withNeighbours = prepared((database) =>
  database
    .select({ ...columns, previous: beside("newer"), next: beside("older") })
    .from(buildEntries)
    .leftJoin(vehicles, eq(vehicles.id, buildEntries.vehicleId))
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId))
    .where(and(eq(buildEntries.id, sql.placeholder("id")), shownEntries))
    .prepare(),
);

/** Reads of the entries that are shown. */
export const entryRows = {
  /** A page of a vehicle's log, the newest first by date, then by id. @param kind undefined for all */
  ofVehicle(vehicleId: number, kind: Kind | undefined, page: Page) {
    const wanted = { vehicleId, limit: page.limit, offset: offsetOf(page) };
    return kind === undefined ? ofVehicle().all(wanted) : ofKind().all({ ...wanted, kind });
  },
  /** In any order. */
  among: (ids: readonly number[]) => (ids.length === 0 ? [] : among().all({ ids: JSON.stringify(ids) })),
  /**
   * With those before (newer) and behind it in its log.
   * @throws DomainError not_found, also while its owner is deactivated
   */
  get(id: number) {
    const row = withNeighbours().get({ id });
    if (!row) throw new DomainError("not_found", ENTRY_NOT_FOUND);
    return row;
  },
};

export type EntryRow = ReturnType<typeof entryRows.among>[number];
