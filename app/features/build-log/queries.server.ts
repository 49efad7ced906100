import { and, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { buildEntries, vehicles } from "~/db/schema";
import { shownEntries } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import type { PhotoView } from "~/features/vehicles/photo-queries.server";
import { NOT_YOUR_VEHICLE, VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { cardColumns, vehicleReads } from "~/features/vehicles/rows.server";
import { DomainError } from "~/lib/errors";
import type { Page, Paged } from "~/lib/paging";
import { inOrderOf } from "~/lib/rows";
import { KINDS, type Kind } from "./limits";
import { canEditEntry, canSeeCost, ENTRY_NOT_FOUND } from "./policy";
import { type EntryRow, entryRows } from "./rows.server";

/** What an entry cost, as `viewer` may know it. */
export interface CostView {
  /** Hundredths of the currency; absent where it is not the viewer's to know, null where there is none. */
  cost?: number | null;
  /** Absent as the cost is. */
  currency?: string | null;
  costIsPublic: boolean;
}

/** The one way by which a cost goes out, to pages and JSON alike. */
export function costFor(row: EntryRow, viewer: Viewer | null): CostView {
  const { cost, currency, costIsPublic } = row;
  return canSeeCost(viewer, row) ? { cost, currency, costIsPublic } : { costIsPublic };
}

/** An entry as pages show it to `viewer`. */
export type EntryView = ReturnType<typeof toEntryView>;

function toEntryView(row: EntryRow, viewer: Viewer | null) {
  const { id, kind, title, text, date, mileage, unit, status, area, parts, photoCount, createdAt } = row;
  return {
    id: String(id),
    kind,
    title,
    text,
    date,
    mileage,
    unit,
    status,
    area,
    ...costFor(row, viewer),
    parts,
    photos: JSON.parse(row.photos) as PhotoView[],
    photoCount,
    createdAt,
  };
}

/** The vehicle of an entry, as headings and links need it. */
export type EntryVehicleView = ReturnType<typeof toVehicleView>;

type VehicleHead = Pick<
  EntryRow,
  "vehicleId" | "year" | "make" | "model" | "coverPhoto" | "garageId" | "garageName" | "userId" | "ownerName"
>;

function toVehicleView({ vehicleId, year, make, model, coverPhoto, ...row }: VehicleHead) {
  return {
    id: String(vehicleId),
    year,
    make,
    model,
    coverPhoto,
    garageId: String(row.garageId),
    garageName: row.garageName,
    ownerId: String(row.userId),
    ownerName: row.ownerName,
  };
}

const heads = vehicleReads((database) =>
  database
    .select({ ...cardColumns, vehicleId: vehicles.id, userId: vehicles.userId })
    .from(vehicles)
    .$dynamic(),
);

function getHead(vehicleId: number) {
  const head = heads.one(vehicleId);
  if (!head) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
  return head;
}

const countsOfKinds = prepared((database) =>
  database
    .select({ kind: buildEntries.kind, count: sql<number>`count(*)` })
    .from(buildEntries)
    .where(and(eq(buildEntries.vehicleId, sql.placeholder("vehicleId")), shownEntries))
    .groupBy(buildEntries.kind)
    .prepare(),
);

/** How many entries of each kind a vehicle's log has. */
function countKinds(vehicleId: number): Record<Kind, number> {
  const found = new Map(
    countsOfKinds()
      .all({ vehicleId })
      .map(({ kind, count }) => [kind, count]),
  );
  return Object.fromEntries(KINDS.map((kind) => [kind, found.get(kind) ?? 0])) as Record<Kind, number>;
}

const sumsOfCosts = prepared((database) =>
  database
    .select({ currency: sql<string>`${buildEntries.currency}`, sum: sql<number>`sum(${buildEntries.cost})` })
    .from(buildEntries)
    .where(
      and(
        eq(buildEntries.vehicleId, sql.placeholder("vehicleId")),
        shownEntries,
        sql`${buildEntries.cost} IS NOT NULL AND ${buildEntries.status} IS NOT 'Planned'`,
      ),
    )
    .groupBy(buildEntries.currency)
    .prepare(),
);

/** What a vehicle has cost in one currency, in hundredths. */
export interface CostSum {
  currency: string;
  sum: number;
}

/** A page of a vehicle's build log. */
export interface BuildLogView extends Paged<EntryView> {
  vehicle: EntryVehicleView;
  /** Of all pages, whatever kind is chosen. */
  counts: Record<Kind, number>;
  /** By currency, without what is only planned: for the owner alone, null for others. */
  sums: CostSum[] | null;
  viewerCanEdit: boolean;
}

/**
 * A vehicle's build log, the newest first by date; three statements, for its owner four.
 * @param filter.kind undefined for all
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function listEntries(
  vehicleId: number,
  { kind }: { kind?: Kind | undefined },
  page: Page,
  viewer: Viewer | null,
): BuildLogView {
  const { rows, head, counts, total } = listEntryRows(vehicleId, kind, page);
  const viewerCanEdit = canEditEntry(viewer, head);
  return {
    vehicle: toVehicleView(head),
    rows: rows.map((row) => toEntryView(row, viewer)),
    total,
    ...page,
    counts,
    sums: viewerCanEdit ? sumsOfCosts().all({ vehicleId }) : null,
    viewerCanEdit,
  };
}

/** The rows behind a page of a build log. @throws DomainError not_found, as `listEntries` */
export function listEntryRows(vehicleId: number, kind: Kind | undefined, page: Page) {
  const head = getHead(vehicleId);
  const counts = countKinds(vehicleId);
  const total = kind === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[kind];
  return { head, counts, total, rows: total === 0 ? [] : entryRows.ofVehicle(vehicleId, kind, page) };
}

/** Another entry of the same log. */
export interface EntryNeighbour {
  id: string;
  title: string;
}

const toNeighbour = (json: string | null) => (json === null ? null : (JSON.parse(json) as EntryNeighbour));

/** An entry's own page. */
export type EntryPageView = ReturnType<typeof getEntryPage>;

/**
 * One entry with its vehicle and those before (newer) and behind it in the log; one statement.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function getEntryPage(entryId: number, viewer: Viewer | null) {
  const { previous, next, ...row } = entryRows.get(entryId);
  return {
    entry: toEntryView(row, viewer),
    vehicle: toVehicleView(row),
    previous: toNeighbour(previous),
    next: toNeighbour(next),
    viewerCanEdit: canEditEntry(viewer, row),
  };
}

/**
 * The same for pages on which its owner works.
 * @throws DomainError not_found; forbidden for anybody but the owner
 */
export function getOwnEntryPage(entryId: number, viewer: Viewer): EntryPageView {
  const view = getEntryPage(entryId, viewer);
  if (!view.viewerCanEdit) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return view;
}

/** Entries with their vehicles for a list that another feature orders, in the order of the ids; hidden ones left out. */
export function listEntriesById(ids: readonly number[], viewer: Viewer | null = null) {
  return inOrderOf(ids, entryRows.among(ids)).map((row) => ({
    ...toEntryView(row, viewer),
    vehicle: toVehicleView(row),
  }));
}

const toEdit = prepared((database) =>
  database
    .select()
    .from(buildEntries)
    .where(and(eq(buildEntries.id, sql.placeholder("id")), shownEntries))
    .prepare(),
);

/**
 * An entry that `viewer` is about to change.
 * @throws DomainError not_found where it is not shown; forbidden for anybody but the owner
 */
export function getEntryToEdit(id: number, viewer: Viewer) {
  const entry = toEdit().get({ id });
  if (!entry) throw new DomainError("not_found", ENTRY_NOT_FOUND);
  if (!canEditEntry(viewer, entry)) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return entry;
}
