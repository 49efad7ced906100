import { z } from "zod";
import { toHiddenMarks } from "~/db/scopes.server";
import { createdAt, hiddenMarks } from "~/features/accounts/json.server";
import type { Viewer } from "~/features/accounts/policy";
import { photoJson, photoShape } from "~/features/photos/json.server";
import type { Paged, PageParams } from "~/lib/paging";
import { pick, sortByIds } from "~/lib/rows";
import { toIso } from "~/lib/time";
import { AREAS, ENTRY_KINDS, type EntryKind, EXPORTED_FIELDS, STATUSES, UNITS } from "./limits";
import { costFor, listEntryPhotos, listEntryRows } from "./queries.server";
import { type EntryRow, entryRows } from "./rows.server";

function toJson(row: EntryRow, viewer: Viewer | null): EntryJson {
  const { cost, ...rest } = costFor(row, viewer);
  return {
    _id: String(row.id),
    ...pick(row, ...EXPORTED_FIELDS),
    // From hundredths; undefined stays undefined.
    ...(cost !== undefined && { cost: cost === null ? null : cost / 100 }),
    ...rest,
    photos: listEntryPhotos(row, viewer).map(photoJson),
    vehicle: { _id: String(row.vehicleId), make: row.make, model: row.model, year: row.year },
    createdAt: toIso(row.createdAt),
    ...toHiddenMarks(row.hidden),
  };
}

/** @throws DomainError not_found, also if hidden from the viewer */
export function entryJson(id: number, viewer: Viewer | null): EntryJson {
  return toJson(entryRows.get(id, viewer), viewer);
}

/**
 * Newest first by date.
 * @throws DomainError not_found for the vehicle
 */
export function listEntriesJson(
  vehicleId: number,
  kind: EntryKind | undefined,
  page: PageParams,
  viewer: Viewer | null,
): Paged<EntryJson> {
  const { rows, total } = listEntryRows(vehicleId, kind, page, viewer);
  return { rows: rows.map((row) => toJson(row, viewer)), total, ...page };
}

/** Visible ones, in the order of `ids`. */
export function listEntriesJsonById(ids: readonly number[], viewer: Viewer | null): EntryJson[] {
  return sortByIds(ids, entryRows.among(ids)).map((row) => toJson(row, viewer));
}

const partShape = z.strictObject({ name: z.string(), maker: z.string(), number: z.string(), url: z.string() });

const ABSENT = "Left out if the cost is not public and the entry is not yours";

export const entryShape = z
  .strictObject({
    _id: z.string(),
    kind: z.enum(ENTRY_KINDS),
    title: z.string(),
    text: z.string(),
    date: z.string().meta({ format: "date", description: "The day it was done" }),
    mileage: z.int().nullable(),
    unit: z.enum(UNITS).nullable(),
    status: z.enum(STATUSES).nullable().meta({ description: "For a modification" }),
    area: z.enum(AREAS).nullable().meta({ description: "For a modification" }),
    cost: z.number().nullable().optional().meta({ description: ABSENT }),
    currency: z
      .string()
      .nullable()
      .optional()
      .meta({ description: `ISO 4217. ${ABSENT}` }),
    costIsPublic: z.boolean(),
    parts: z.array(partShape),
    photos: z.array(photoShape),
    vehicle: z.strictObject({ _id: z.string(), make: z.string(), model: z.string(), year: z.int() }),
    createdAt,
    ...hiddenMarks,
  })
  .meta({ id: "BuildEntry" });

type EntryJson = z.infer<typeof entryShape>;
