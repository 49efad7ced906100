import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client.server";
import { isAmongIds, prepared } from "~/db/client.server";
import { buildEntries, garages, users, vehicles } from "~/db/schema";
import { seenEntries, shownEntries, shownEntriesById } from "~/db/scopes.server";
import { seenParams, type Viewer } from "~/features/accounts/policy";
import { withOwnEdits } from "~/features/holds/holding.server";
import { listEntryPhotoRows } from "~/features/photos/rows.server";
import { DomainError } from "~/lib/errors";
import { ALL, type Part } from "~/lib/paging";
import { groupBy } from "~/lib/rows";
import type { EntryArea, EntryKind, EntryStatus, MileageUnit } from "./limits";
import { ENTRY_NOT_FOUND } from "./policy";

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

const entries = (database: Db) =>
  database
    .select(columns)
    .from(buildEntries)
    .leftJoin(vehicles, eq(vehicles.id, buildEntries.vehicleId))
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .leftJoin(users, eq(users.id, vehicles.userId));

const pageOf = (...conditions: SQL[]) =>
  prepared((database) =>
    entries(database)
      .where(and(eq(buildEntries.vehicleId, sql.placeholder("vehicleId")), ...conditions))
      // The order of the index: `hidden` before the date.
      .orderBy(desc(buildEntries.hidden), desc(buildEntries.date), desc(buildEntries.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(),
  );

const ofVehicle = pageOf(shownEntries);
const ofKind = pageOf(eq(buildEntries.kind, sql.placeholder("kind")), shownEntries);
const selectHidden = pageOf(gt(buildEntries.hidden, 0), eq(buildEntries.userId, sql.placeholder("viewerId")));

const entriesByIds = prepared((database) =>
  entries(database)
    .where(and(isAmongIds(buildEntries.id), shownEntriesById))
    .prepare(),
);

const entryById = prepared((database) =>
  entries(database)
    .where(and(eq(buildEntries.id, sql.placeholder("id")), seenEntries))
    .prepare(),
);

function withPhotos(rows: ReturnType<ReturnType<typeof entriesByIds>["all"]>) {
  const photos = groupBy(listEntryPhotoRows(rows.map(({ id }) => id)), ({ entryId }) => entryId);
  return rows.map((row) => ({ ...row, photos: photos.get(row.id) ?? [] }));
}

export const entryRows = {
  /** Newest first by date, then by id. */
  ofVehicle(vehicleId: number, kind: EntryKind | undefined, part: Part) {
    const params = { vehicleId, ...part };
    return withPhotos(kind === undefined ? ofVehicle().all(params) : ofKind().all({ ...params, kind }));
  },
  /** In the same order, of all kinds. */
  listHidden: (vehicleId: number, viewer: Viewer) =>
    withPhotos(selectHidden().all({ vehicleId, viewerId: viewer.id, ...ALL })),
  /** In any order. */
  among: (ids: readonly number[]) =>
    ids.length === 0 ? [] : withPhotos(entriesByIds().all({ ids: JSON.stringify(ids) })),
  /**
   * The owner sees new values pending review.
   * @throws DomainError not_found, also if hidden from the viewer
   */
  get(id: number, viewer: Viewer | null = null) {
    const rows = withPhotos(entryById().all({ id, ...seenParams(viewer) }));
    const [row] = withOwnEdits("entry", viewer, rows, ({ userId }) => userId);
    if (!row) throw new DomainError("not_found", ENTRY_NOT_FOUND);
    return row;
  },
};

export type EntryRow = ReturnType<typeof entryRows.get>;

const position = sql`(${buildEntries.date}, ${buildEntries.id})`;
const entryPosition = sql`(${sql.placeholder("date")}, ${sql.placeholder("id")})`;

const adjacentEntry = (condition: SQL, ...order: SQL[]) =>
  prepared((database) =>
    database
      .select({ id: buildEntries.id, title: buildEntries.title })
      .from(buildEntries)
      .where(and(eq(buildEntries.vehicleId, sql.placeholder("vehicleId")), shownEntries, condition))
      .orderBy(...order)
      .limit(1)
      .prepare(),
  );

const newer = adjacentEntry(sql`${position} > ${entryPosition}`, asc(buildEntries.date), asc(buildEntries.id));
const older = adjacentEntry(sql`${position} < ${entryPosition}`, desc(buildEntries.date), desc(buildEntries.id));

/** Public neighbours, newest first; null at an end. */
export function findAdjacentEntries({ id, vehicleId, date }: Pick<EntryRow, "id" | "vehicleId" | "date">) {
  const params = { id, vehicleId, date };
  return { previous: newer().get(params) ?? null, next: older().get(params) ?? null };
}
