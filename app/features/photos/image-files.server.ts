import type { Readable } from "node:stream";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { eventChanges, events, garages, holds, photos, users, vehicles } from "~/db/schema/index";
import { isStaff, type Viewer } from "~/features/accounts/policy";
import { type ImageKind, parseImageName } from "~/lib/images";
import { SECOND } from "~/lib/time";
import { type OpenedImage, openImage } from "~/services/images/open.server";
import { IMAGE_COLUMNS, type ImageColumn } from "~/services/images/references.server";
import { StoreUnavailableError } from "~/services/images/store/file-store";
import { log } from "~/services/log/log.server";

export type ImageFile = OpenedImage;

/** `placeholderImage` then replaces the image. */
export const STORE_UNAVAILABLE = "away";

/** Smaller images are read before the response begins, so that none is sent in part. */
const MAX_BUFFERED_BYTES = 512 * 1024;

/**
 * In the best format for the browser. `findImageAccess` checks permission.
 * @param wanted.width pixels; default: the largest
 * @param wanted.accept media types accepted by the browser
 * @returns null without such an image, STORE_UNAVAILABLE if the photo store does not respond
 */
export function findImageFile(
  kind: ImageKind,
  name: string,
  requested: { width?: number; accept: string },
): Promise<ImageFile | typeof STORE_UNAVAILABLE | null> {
  return openImage(kind, name, requested).catch(storeUnavailable);
}

/**
 * @returns bytes, or a stream for a large image or range; null if removed meanwhile, STORE_UNAVAILABLE if the photo
 *   store does not respond
 */
export async function readImageFile(
  image: ImageFile,
  range?: { start: number; end: number },
): Promise<Buffer<ArrayBuffer> | Readable | typeof STORE_UNAVAILABLE | null> {
  const file = await image.read(range).catch(storeUnavailable);
  if (file === null || file === STORE_UNAVAILABLE) return file;
  const length = range ? range.end - range.start + 1 : image.size;
  if (length > MAX_BUFFERED_BYTES) return file.stream;
  const bytes = await file.stream.toArray().then(Buffer.concat, storeUnavailable);
  return bytes === STORE_UNAVAILABLE || bytes.length === length ? bytes : STORE_UNAVAILABLE;
}

/** Between log lines, ms: an unavailable store gets hundreds of requests a second. */
const LOG_INTERVAL_MS = 10 * SECOND;
let lastLoggedAt = Number.NEGATIVE_INFINITY;

function storeUnavailable(error: unknown): typeof STORE_UNAVAILABLE {
  if (!(error instanceof StoreUnavailableError)) throw error;
  if (performance.now() - lastLoggedAt > LOG_INTERVAL_MS) {
    lastLoggedAt = performance.now();
    log.warn({ err: error }, "images not readable: photo store unavailable");
  }
  return STORE_UNAVAILABLE;
}

/** A restricted image is visible to this viewer only and not cacheable. */
type ImageAccess = "public" | "restricted";

/**
 * Public while a visible row references the image; else only its owner (an event's submitter) and staff see it, like
 * the image of a proposed change. Without a reference it is invisible to all.
 * @param findViewer called only if the image is not public
 * @returns null if the viewer may not see it, or the name is no stored image's
 */
export async function findImageAccess(
  kind: ImageKind,
  name: string,
  findViewer: () => Promise<Viewer | null>,
): Promise<ImageAccess | null> {
  if (!parseImageName(name)) return null;
  const look = LOOKS[kind];
  if (look.shown().get({ name })) return "public";
  const viewer = await findViewer();
  if (viewer === null) return null;
  const row = isStaff(viewer) ? look.mentioned().get({ name }) : look.own().get({ name, viewerId: viewer.id });
  return row ? "restricted" : null;
}

const name = sql.placeholder("name");

/**
 * One statement, with one index lookup per column, for any number of rows.
 * @param condition on the rows of a column; undefined excludes the column
 */
function lookFor(kind: ImageKind, condition: (of: ImageColumn) => SQL | undefined) {
  const looks = IMAGE_COLUMNS[kind].flatMap((column) => {
    const filter = condition(column);
    // Forces the lookup by name, whatever the other conditions.
    const index = column.table === photos ? sql`INDEXED BY photos_file` : sql``;
    return filter
      ? sql`SELECT 1 FROM ${column.table} ${index} WHERE ${and(column.indexed, eq(column.column, name), filter)}`
      : [];
  });
  const all = sql`(${sql.join(looks, sql` UNION ALL `)})`;
  return prepared((db) => db.select({ one: sql<number>`1` }).from(all).limit(1).prepare());
}

const viewerId = sql.placeholder("viewerId");

/**
 * Submitters see images of their event and its change, whatever the decision. The plus signs keep the planner at the
 * image's name.
 */
function isOwnedByViewer({ table }: ImageColumn): SQL | undefined {
  const ofEvent = eq(events.userId, viewerId);
  switch (table) {
    case users:
      return sql`+${users.id} = ${viewerId}`;
    case holds:
      return sql`+${holds.userId} = ${viewerId}`;
    case garages:
      return sql`+${garages.userId} = ${viewerId}`;
    case vehicles:
      return sql`+${vehicles.userId} = ${viewerId}`;
    case photos:
      return sql`EXISTS (SELECT 1 FROM ${vehicles} WHERE ${vehicles.id} = ${photos.vehicleId}
        AND +${vehicles.userId} = ${viewerId})`;
    case events:
      return and(inArray(events.status, ["pending", "rejected", "hidden"]), ofEvent);
    case eventChanges:
      return sql`EXISTS (SELECT 1 FROM ${events} WHERE ${events.id} = ${eventChanges.eventId} AND ${ofEvent})`;
  }
}

const looksOf = (kind: ImageKind) => ({
  shown: lookFor(kind, ({ visible: shown }) => shown),
  own: lookFor(kind, isOwnedByViewer),
  mentioned: lookFor(kind, () => sql`true`),
});

const LOOKS = { photos: looksOf("photos"), users: looksOf("users") };
