import type { Viewer } from "~/features/accounts/policy";
import type { Page, Paged } from "~/lib/paging";
import { inOrderOf } from "~/lib/rows";
import { toIso } from "~/lib/time";
import type { EntryJson } from "./json-shapes.server";
import type { Kind } from "./limits";
import { costFor, listEntryRows } from "./queries.server";
import { type EntryRow, entryRows } from "./rows.server";

interface PhotoOfEntry {
  id: string;
  photo: string;
  caption: string;
}

function toJson(row: EntryRow, viewer: Viewer | null): EntryJson {
  const { cost, ...rest } = costFor(row, viewer);
  return {
    _id: String(row.id),
    kind: row.kind,
    title: row.title,
    text: row.text,
    date: row.date,
    mileage: row.mileage,
    unit: row.unit,
    status: row.status,
    area: row.area,
    // From hundredths; what is absent stays absent.
    ...(cost !== undefined && { cost: cost === null ? null : cost / 100 }),
    ...rest,
    parts: row.parts,
    photos: (JSON.parse(row.photos) as PhotoOfEntry[]).map(({ id, photo, caption }) => ({ _id: id, photo, caption })),
    vehicle: { _id: String(row.vehicleId), make: row.make, model: row.model, year: row.year },
    createdAt: toIso(row.createdAt),
  };
}

/**
 * One entry as the API shows it to `viewer`.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function entryJson(id: number, viewer: Viewer | null): EntryJson {
  return toJson(entryRows.get(id), viewer);
}

/**
 * A page of a vehicle's build log, the newest first by date.
 * @param kind undefined for all
 * @throws DomainError not_found for the vehicle
 */
export function listEntriesJson(
  vehicleId: number,
  kind: Kind | undefined,
  page: Page,
  viewer: Viewer | null,
): Paged<EntryJson> {
  const { rows, total } = listEntryRows(vehicleId, kind, page);
  return { rows: rows.map((row) => toJson(row, viewer)), total, ...page };
}

/** The entries with these ids that are shown, in the order of the ids. */
export function listEntriesJsonById(ids: readonly number[], viewer: Viewer | null): EntryJson[] {
  return inOrderOf(ids, entryRows.among(ids)).map((row) => toJson(row, viewer));
}
