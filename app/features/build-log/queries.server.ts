import countryToCurrency from "country-to-currency";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { buildEntries, garages, places, vehicles } from "~/db/schema";
import { seenEntries, shownEntries, toHiddenMarks } from "~/db/scopes.server";
import { ownedParams, type Viewer } from "~/features/accounts/policy";
import { findHold, withEdit, withOwnEdits } from "~/features/holds/holding.server";
import { listVisiblePhotos, toPhotoView } from "~/features/photos/rows.server";
import { NOT_YOUR_VEHICLE } from "~/features/vehicles/policy";
import { cardColumns, vehicleReads } from "~/features/vehicles/rows.server";
import { DomainError } from "~/lib/errors";
import { type PageParams, type Part, pageOfBoth, toPartedList } from "~/lib/paging";
import { pick } from "~/lib/rows";
import { cutText } from "~/lib/text";
import { ENTRY_KINDS, type EntryKind, EXCERPT_LENGTH, EXPORTED_FIELDS } from "./limits";
import { canEditEntry, canSeeCost, ENTRY_NOT_FOUND } from "./policy";
import { type EntryRow, entryRows, findAdjacentEntries } from "./rows.server";

interface CostView {
  /** Hundredths of the currency; undefined if hidden from the viewer, null for none. */
  cost?: number | null;
  /** Undefined if the cost is. */
  currency?: string | null;
  costIsPublic: boolean;
}

/** The only way for a cost into pages and JSON. */
export function costFor(row: EntryRow, viewer: Viewer | null): CostView {
  const { cost, currency, costIsPublic } = row;
  return canSeeCost(viewer, row) ? { cost, currency, costIsPublic } : { costIsPublic };
}

export type EntryView = ReturnType<typeof toEntryView>;

function toEntryView(row: EntryRow, viewer: Viewer | null) {
  return {
    ...pick(row, "id", ...EXPORTED_FIELDS, "photoCount", "createdAt"),
    ...costFor(row, viewer),
    photos: listEntryPhotos(row, viewer).map(toPhotoView),
    ...toHiddenMarks(row.hidden),
  };
}

export const listEntryPhotos = ({ photos, userId }: Pick<EntryRow, "photos" | "userId">, viewer: Viewer | null) =>
  listVisiblePhotos(viewer, userId, photos);

const HEAD = ["year", "make", "model", "coverPhoto", "garageName", "ownerName"] as const;

function toVehicleView(row: Pick<EntryRow, "vehicleId" | "garageId" | "userId" | (typeof HEAD)[number]>) {
  return { id: row.vehicleId, ownerId: row.userId, ...pick(row, "garageId", ...HEAD) };
}

const heads = vehicleReads((database) =>
  database
    .select({ ...cardColumns, vehicleId: vehicles.id, userId: vehicles.userId })
    .from(vehicles)
    .$dynamic(),
);

const countsOfKinds = prepared((database) =>
  database
    .select({ kind: buildEntries.kind, count: sql<number>`count(*)` })
    .from(buildEntries)
    .where(and(eq(buildEntries.vehicleId, sql.placeholder("vehicleId")), shownEntries))
    .groupBy(buildEntries.kind)
    .prepare(),
);

function countKinds(vehicleId: number): Record<EntryKind, number> {
  const kindCounts = countsOfKinds().all({ vehicleId });
  const countOf = (kind: EntryKind) => kindCounts.find((kindCount) => kindCount.kind === kind)?.count ?? 0;
  return Object.fromEntries(ENTRY_KINDS.map((kind) => [kind, countOf(kind)])) as Record<EntryKind, number>;
}

const sumsOfCosts = prepared((database) =>
  database
    .select({ currency: sql<string>`${buildEntries.currency}`, sum: sql<number>`sum(${buildEntries.cost})` })
    .from(buildEntries)
    .where(
      and(
        eq(buildEntries.vehicleId, sql.placeholder("vehicleId")),
        sql`${buildEntries.cost} IS NOT NULL AND ${buildEntries.status} IS NOT 'Planned'`,
      ),
    )
    .groupBy(buildEntries.currency)
    .prepare(),
);

export type BuildLogView = ReturnType<typeof listEntries>;

/**
 * Newest first by date, for the owner after the hidden entries.
 * @throws DomainError not_found, also if hidden from the viewer
 */
export function listEntries(
  vehicleId: number,
  { kind }: { kind?: EntryKind | undefined },
  page: PageParams,
  viewer: Viewer | null,
) {
  const { rows, head, counts, total } = listEntryRows(vehicleId, kind, page, viewer);
  const viewerCanEdit = canEditEntry(viewer, head);
  return {
    vehicle: toVehicleView(head),
    rows: rows.map((row) => toEntryView(row, viewer)),
    total,
    ...page,
    /** Of all pages and kinds. */
    counts,
    /** Hundredths by currency, without planned entries; for the owner only, else null. */
    sums: viewerCanEdit ? sumsOfCosts().all({ vehicleId }) : null,
    viewerCanEdit,
  };
}

/** @throws DomainError like `listEntries` */
export function listEntryRows(vehicleId: number, kind: EntryKind | undefined, page: PageParams, viewer: Viewer | null) {
  const head = heads.get(vehicleId, viewer);
  const counts = countKinds(vehicleId);
  const total = kind === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[kind];
  const hiddenEntries = viewer && canEditEntry(viewer, head) ? entryRows.listHidden(vehicleId, viewer) : [];
  for (const entry of hiddenEntries) counts[entry.kind] += 1;
  const first = toPartedList(hiddenEntries.filter((entry) => kind === undefined || entry.kind === kind));
  const readPart = (part: Part) =>
    withOwnEdits("entry", viewer, entryRows.ofVehicle(vehicleId, kind, part), ({ userId }) => userId);
  const visibleEntries = { total, read: readPart };
  return { head, counts, ...pageOfBoth(page, first, visibleEntries) };
}

/**
 * Also the neighbours, the newer as `previous`.
 * @throws DomainError not_found, also if hidden from the viewer
 */
export function getEntryPage(entryId: number, viewer: Viewer | null) {
  const row = entryRows.get(entryId, viewer);
  return {
    entry: toEntryView(row, viewer),
    vehicle: toVehicleView(row),
    ...findAdjacentEntries(row),
    viewerCanEdit: canEditEntry(viewer, row),
  };
}

/** @throws DomainError not_found; forbidden for non-owners */
export function getOwnEntryPage(entryId: number, viewer: Viewer) {
  const view = getEntryPage(entryId, viewer);
  if (!view.viewerCanEdit) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return view;
}

const toEdit = prepared((database) =>
  database
    .select()
    .from(buildEntries)
    .where(and(eq(buildEntries.id, sql.placeholder("id")), seenEntries))
    .prepare(),
);

/**
 * With values pending review.
 * @throws DomainError not_found for another user's hidden entry; forbidden for non-owners
 */
export function getEntryToEdit(id: number, viewer: Viewer) {
  const entry = toEdit().get({ id, ...ownedParams(viewer) });
  if (!entry) throw new DomainError("not_found", ENTRY_NOT_FOUND);
  if (!canEditEntry(viewer, entry)) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return withEdit(entry, findHold("entry", id));
}

const allTexts = prepared((database) =>
  database
    .select(pick(buildEntries, ...EXPORTED_FIELDS, "cost", "currency", "costIsPublic"))
    .from(buildEntries)
    .where(eq(buildEntries.id, sql.placeholder("id")))
    .prepare(),
);

/** With values pending review. @throws DomainError not_found */
export function getEntryTexts(id: number) {
  const row = allTexts().get({ id });
  if (!row) throw new DomainError("not_found", ENTRY_NOT_FOUND);
  return withEdit(row, findHold("entry", id));
}

/** Latest entries searched for the owner's usual unit and currency. */
const LOOKED_AT = 10;

const lastCurrency = prepared((database) =>
  database
    .select({ currency: sql<string>`${buildEntries.currency}` })
    .from(buildEntries)
    .where(
      and(
        eq(buildEntries.userId, sql.placeholder("userId")),
        eq(buildEntries.hidden, 0),
        isNotNull(buildEntries.currency),
      ),
    )
    .orderBy(desc(buildEntries.createdAt))
    .limit(1)
    .prepare(),
);

const garageCountry = prepared((database) =>
  database
    .select({ country: places.country })
    .from(garages)
    .innerJoin(places, eq(places.id, garages.placeId))
    .where(eq(garages.id, sql.placeholder("garageId")))
    .prepare(),
);

/** The owner's last, else that of the garage's country. */
function suggestCurrency({ id: userId, garageId }: Viewer): string | undefined {
  const last = lastCurrency().get({ userId })?.currency;
  if (last !== undefined || garageId === null) return last;
  const country = garageCountry().get({ garageId })?.country;
  return (countryToCurrency as Record<string, string>)[country ?? ""];
}

/**
 * Also the unit used last, and a currency.
 * @throws DomainError not_found; forbidden for non-owners
 */
export function getLogToAddTo(vehicleId: number, viewer: Viewer) {
  const { vehicle, rows, viewerCanEdit } = listEntries(vehicleId, {}, { page: 1, limit: LOOKED_AT }, viewer);
  if (!viewerCanEdit) throw new DomainError("forbidden", NOT_YOUR_VEHICLE);
  return {
    vehicle,
    unit: rows.find(({ unit }) => unit !== null)?.unit,
    currency: suggestCurrency(viewer),
  };
}

export function toEntryCard({ text, photos, parts, createdAt: _, ...entry }: EntryView) {
  return {
    ...entry,
    excerpt: cutText(text, EXCERPT_LENGTH).replace(/\s+/g, " "),
    photo: photos[0]?.photo ?? null,
    partCount: parts.length,
  };
}

export type EntryCardView = ReturnType<typeof toEntryCard>;
