import { asc, eq, inArray, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { buildEntries, photos, vehicles } from "~/db/schema";
import type { ImageKind } from "~/lib/images";
import { groupBy, pick, sortByIds } from "~/lib/rows";
import { fold } from "~/lib/text";
import { toIso } from "~/lib/time";
import { type OpenedImage, openImage } from "~/services/images/open.server";

/** Entries rendered at once: a few milliseconds, even for the longest. */
const SLICE = 8;

type ExportedEntry = ReturnType<typeof readEntries>[number];

/**
 * Oldest first. Holds only ids and reads entries by the slice, so that thousands of long ones need little memory. Omits
 * entries deleted meanwhile.
 */
export class ExportedLog {
  readonly #ids: readonly number[];
  readonly #folder: string;

  /** @param folder of the vehicle's photos in the zip */
  constructor(ids: readonly number[], folder: string) {
    this.#ids = ids;
    this.#folder = folder;
  }

  get isEmpty(): boolean {
    return this.#ids.length === 0;
  }

  /** A photo whose file is missing gets `file: null`. Two statements per slice. */
  async *slices(): AsyncGenerator<ExportedEntry[]> {
    for (const ids of inSlices(this.#ids)) {
      const entries = readEntries(ids, this.#folder);
      for (const { image } of entries.flatMap((entry) => entry.photos)) {
        if (image && !(await findStored(image))) image.file = null;
      }
      yield entries;
    }
  }

  async *pictures(): AsyncGenerator<{ image: ExportedImage; file: OpenedImage }> {
    for (const ids of inSlices(this.#ids)) {
      for (const { image } of [...readPhotos(ids, this.#folder).values()].flat()) {
        const file = image && (await findStored(image));
        if (image && file) yield { image, file };
      }
    }
  }
}

/** Largest JPEG. @throws StoreUnavailableError */
export function findStored({ kind, name }: ExportedImage): Promise<OpenedImage | null> {
  return openImage(kind, name, { accept: "" });
}

function* inSlices(ids: readonly number[]): Generator<number[]> {
  for (let index = 0; index < ids.length; index += SLICE) yield ids.slice(index, index + SLICE);
}

/** By vehicle id, oldest first; one query. */
export function listEntryIds(userId: number): Map<number, number[]> {
  const rows = db()
    .select({ id: buildEntries.id, vehicleId: buildEntries.vehicleId })
    .from(vehicles)
    .innerJoin(buildEntries, eq(buildEntries.vehicleId, vehicles.id))
    .where(eq(vehicles.userId, userId))
    .orderBy(asc(buildEntries.date), asc(buildEntries.id))
    .all();
  const byVehicle = groupBy(rows, ({ vehicleId }) => vehicleId);
  return new Map([...byVehicle].map(([vehicleId, entries]) => [vehicleId, entries.map(({ id }) => id)]));
}

function readPhotos(ids: number[], folder: string) {
  const rows = db()
    .select({
      entryId: photos.entryId,
      name: photos.photo,
      caption: sql<string>`coalesce(${photos.heldCaption}, ${photos.caption})`,
      position: photos.position,
    })
    .from(photos)
    .where(inArray(photos.entryId, ids))
    .orderBy(asc(photos.entryId), asc(photos.position))
    .all()
    .map(({ entryId, name, caption, position }) => ({
      entryId: entryId ?? 0,
      image: toArchiveImage("photos", name, `${folder}/build-${entryId}/${archivePath(position)}`),
      caption,
    }));
  return groupBy(rows, ({ entryId }) => entryId);
}

function readEntries(ids: number[], folder: string) {
  const rows = db().select().from(buildEntries).where(inArray(buildEntries.id, ids)).all();
  const pictures = readPhotos(ids, folder);
  return sortByIds(ids, rows).map((row) => ({
    id: String(row.id),
    ...pick(row, "kind", "title", "text", "date", "mileage", "unit", "status", "area"),
    cost: row.cost === null ? null : row.cost / 100,
    ...pick(row, "currency", "costIsPublic", "parts"),
    createdAt: toIso(row.createdAt),
    photos: (pictures.get(row.id) ?? []).map(({ image, caption }) => ({ image, caption })),
  }));
}

export interface ExportedImage {
  kind: ImageKind;
  name: string;
  /** Path in the zip; null for an external or the default picture. */
  file: string | null;
}

/** @param file path in the zip */
export function toArchiveImage(kind: ImageKind, name: string | null, file: string): ExportedImage | null {
  return name === null || name === "" ? null : { kind, name, file };
}

/** Valid in every file system: "1967-lotus-elan". */
export function slug(text: string, fallback = "vehicle"): string {
  return (
    fold(text)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || fallback
  );
}

/** "01.jpg". */
export const archivePath = (position: number) => `${String(position).padStart(2, "0")}.jpg`;
