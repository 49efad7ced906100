import type { Readable } from "node:stream";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { eventChanges, events, garages, holds, photos, users, vehicles } from "~/db/schema/index";
import { isStaff, type Viewer } from "~/features/accounts/policy";
import { type ImageKind, parseImageName } from "~/lib/images";
import { SECOND } from "~/lib/time";
import { type OpenedImage, openImage } from "~/services/images/open.server";
import { IMAGE_COLUMNS, type ImageColumn } from "~/services/images/references.server";
import { StoreUnavailableError } from "~/services/images/store";
import { log } from "~/services/log/log.server";

export type ImageFile = OpenedImage;

/** The photo store cannot be read: what is shown meanwhile is `placeholderImage`. */
export const STORE_UNAVAILABLE = "away";

/** Images up to this size are read before the response begins, so that none is sent in half. */
const MAX_BUFFERED_BYTES = 512 * 1024;

/**
 * The file that suits a browser best of one stored image: the best format that the browser accepts. Whether it may be
 * handed out is `findImageAccess`'s to say.
 * @param wanted.width pixels; without it the largest
 * @param wanted.accept the media types the browser takes
 * @returns null where there is no such image, AWAY where the photo store does not answer
 */
export function findImageFile(
  kind: ImageKind,
  name: string,
  wanted: { width?: number; accept: string },
): Promise<ImageFile | typeof STORE_UNAVAILABLE | null> {
  return openImage(kind, name, wanted).catch(storeUnavailable);
}

/**
 * Reads a picture or a part of it.
 * @returns its bytes, as a stream where they are many; null where it has been removed meanwhile, AWAY where the photo
 *   store does not answer
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

/**
 * Interval between log lines about unreadable images, ms: a store that is unavailable is asked for hundreds of them a
 * second.
 */
const LOG_INTERVAL_MS = 10 * SECOND;
let lastLoggedAt = Number.NEGATIVE_INFINITY;

function storeUnavailable(error: unknown): typeof STORE_UNAVAILABLE {
  if (!(error instanceof StoreUnavailableError)) throw error;
  if (performance.now() - lastLoggedAt > LOG_INTERVAL_MS) {
    lastLoggedAt = performance.now();
    log.warn({ err: error }, "pictures cannot be read: the photo store is away");
  }
  return STORE_UNAVAILABLE;
}

/** Public and cacheable, or visible to this viewer only and not cacheable. */
type ImageAccess = "public" | "restricted";

/**
 * Whether a viewer may see a stored image. It is public while a row that references it is shown; else only its owner
 * (an event's submitter), moderators and admins see it, as they see the image of a proposed change. An image without a
 * reference is shown to no one.
 * @param findViewer called only where the image is not public
 * @returns null where the viewer may not see it, or the name is no stored image's
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
  const found = isStaff(viewer) ? look.mentioned().get({ name }) : look.own().get({ name, viewerId: viewer.id });
  return found ? "restricted" : null;
}

const name = sql.placeholder("name");

/**
 * Looks for a row that names an image: one statement, with one step into an index for each column, however many rows do.
 * @param condition of the rows of a column; undefined where they do not count
 */
function lookFor(kind: ImageKind, condition: (of: ImageColumn) => SQL | undefined) {
  const looks = IMAGE_COLUMNS[kind].flatMap((of) => {
    const where = condition(of);
    // Whatever else is asked of it, a photo is found by its name.
    const index = of.table === photos ? sql`INDEXED BY photos_file` : sql``;
    return where ? sql`SELECT 1 FROM ${of.table} ${index} WHERE ${and(of.indexed, eq(of.column, name), where)}` : [];
  });
  const all = sql`(${sql.join(looks, sql` UNION ALL `)})`;
  return prepared((db) => db.select({ one: sql<number>`1` }).from(all).limit(1).prepare());
}

const viewerId = sql.placeholder("viewerId");

/**
 * Authors see what is theirs, submitters their event and their change of it whatever is decided. The plus signs keep the
 * planner at the image's name.
 */
function ofViewer({ table }: ImageColumn): SQL | undefined {
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
  shown: lookFor(kind, ({ shown }) => shown),
  own: lookFor(kind, ofViewer),
  mentioned: lookFor(kind, () => sql`true`),
});

const LOOKS = { photos: looksOf("photos"), users: looksOf("users") };
