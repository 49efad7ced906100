import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";
import type { Db } from "~/db/client.server";
import { isAmongIds, prepared } from "~/db/client.server";
import { buildEntries, garages, users, vehicles } from "~/db/schema";
import { seenEntries, shownEntries, shownEntriesById } from "~/db/scopes.server";
import { seenParams, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { ALL, type Part } from "~/lib/paging";
import type { EntryArea, EntryKind, EntryStatus, MileageUnit } from "./limits";
import { ENTRY_NOT_FOUND } from "./policy";

/** The photos of an entry in order, as JSON: one statement for a list of any length. */
const photosOfEntry = sql<string>`(
  SELECT json_group_array(
    json_object('id', CAST(id AS TEXT), 'photo', photo, 'caption', caption, 'position', position, 'hidden', hidden))
  FROM (SELECT id, photo, caption, position, hidden FROM photos WHERE entry_id = ${buildEntries.id} ORDER BY position, id))`;

// Columns of joined tables need explicit types. Left joins, so that the entries' index decides the order.
const columns = {
  id: buildEntries.id,
  kind: sql<EntryKind>`${buildEntries.kind}`,
  title: buildEntries.title,
  text: buildEntries.text,
  date: buildEntries.date,
  mileage: buildEntries.mileage,
  unit: sql<MileageUnit | null>`${buildEntries.unit}`,
  status: sql<EntryStatus | null>`${buildEntries.status}`,
  area: sql<EntryArea | null>`${buildEntries.area}`,
  /** Hundredths. Only `costFor` may expose it. */
  cost: buildEntries.cost,
  currency: buildEntries.currency,
  costIsPublic: buildEntries.costIsPublic,
  parts: buildEntries.parts,
  photos: photosOfEntry,
  photoCount: buildEntries.photoCount,
  userId: buildEntries.userId,
  hidden: buildEntries.hidden,
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

/** The neighbour in its log, as JSON of its id and title; null at the end. */
const adjacent = (direction: "newer" | "older") => {
  const [than, order] = direction === "newer" ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
  return sql<string | null>`(
    SELECT json_object('id', CAST(beside.id AS TEXT), 'title', beside.title)
    FROM build_entries AS beside
    WHERE beside.vehicle_id = ${buildEntries.vehicleId} AND beside.hidden = 0
      AND (beside.date, beside.id) ${than} (${buildEntries.date}, ${buildEntries.id})
    ORDER BY beside.date ${order}, beside.id ${order} LIMIT 1)`;
};

function withVehicle<Select extends SQLiteSelect>(query: Select): Select {
  query
    .leftJoin(vehicles, eq(vehicles.id, buildEntries.vehicleId))
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId));
  return query;
}

const entries = (database: Db) => withVehicle(database.select(columns).from(buildEntries).$dynamic());

const pageOf = (...which: SQL[]) =>
  prepared((database) =>
    entries(database)
      .where(and(eq(buildEntries.vehicleId, sql.placeholder("vehicleId")), ...which))
      // The order of the index: `hidden` before the date.
      .orderBy(desc(buildEntries.hidden), desc(buildEntries.date), desc(buildEntries.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(),
  );

const ofVehicle = pageOf(shownEntries);
const ofKind = pageOf(eq(buildEntries.kind, sql.placeholder("kind")), shownEntries);
const selectHidden = pageOf(gt(buildEntries.hidden, 0), eq(buildEntries.userId, sql.placeholder("viewerId")));

const among = prepared((database) =>
  entries(database)
    .where(and(isAmongIds(buildEntries.id), shownEntriesById))
    .prepare(),
);

const withNeighbours = prepared((database) =>
  withVehicle(
    database
      .select({ ...columns, previous: adjacent("newer"), next: adjacent("older") })
      .from(buildEntries)
      .$dynamic(),
  )
    .where(and(eq(buildEntries.id, sql.placeholder("id")), seenEntries))
    .prepare(),
);

/** Queries of public entries, and of hidden ones for their owner. */
export const entryRows = {
  /** A part of a vehicle's log, newest first by date, then by id. @param kind undefined for all */
  ofVehicle(vehicleId: number, kind: EntryKind | undefined, part: Part) {
    const wanted = { vehicleId, ...part };
    return kind === undefined ? ofVehicle().all(wanted) : ofKind().all({ ...wanted, kind });
  },
  /** The viewer's hidden entries, in the same order, of all kinds. */
  listHidden: (vehicleId: number, viewer: Viewer) => selectHidden().all({ vehicleId, viewerId: viewer.id, ...ALL }),
  /** In any order. */
  among: (ids: readonly number[]) => (ids.length === 0 ? [] : among().all({ ids: JSON.stringify(ids) })),
  /**
   * With its neighbours in the log, the newer as `previous`.
   * @throws DomainError not_found, also if hidden from the viewer
   */
  get(id: number, viewer: Viewer | null = null) {
    const row = withNeighbours().get({ id, ...seenParams(viewer) });
    if (!row) throw new DomainError("not_found", ENTRY_NOT_FOUND);
    return row;
  },
};

export type EntryRow = ReturnType<typeof entryRows.among>[number];
