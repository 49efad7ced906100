import { and, asc, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { type ImageKind, parseImageName } from "~/lib/image-name";
import { type Db, db } from "./client.server";
import { intendRemoval } from "./image-intents.server";
import { events, garages, photos, users, vehicles } from "./schema";

/**
 * Of these image names (at most 500), the ones that a row mentions. One file may stand behind many rows (sample data
 * shares them), so a file may go only when nobody is left. Every look-up has an index (`0002_image_references.sql`).
 */
export function referencedImages(kind: ImageKind, names: readonly string[]): Set<string> {
  if (names.length === 0) return new Set();
  const referenced =
    kind === "users"
      ? avatars(names)
      : [...galleryPhotos(names), ...coversWithoutPhotos(names), ...garageCovers(names), ...eventImages(names)];
  return new Set(referenced);
}

/** Names in one look-up: a statement takes so many values and no more. */
const AT_ONCE = 500;

/**
 * The names, however many, that no row mentions any more: asked inside the transaction that took the rows away, which notes that the files
 * are to go. Whatever becomes of this process, they will.
 */
export function unreferencedImages(kind: ImageKind, names: readonly string[]): string[] {
  const unique = [...new Set(names)].filter((name) => parseImageName(name) !== null);
  const unused: string[] = [];
  for (let at = 0; at < unique.length; at += AT_ONCE) {
    const some = unique.slice(at, at + AT_ONCE);
    const referenced = referencedImages(kind, some);
    unused.push(...some.filter((name) => !referenced.has(name)));
  }
  intendRemoval(kind, unused);
  return unused;
}

function galleryPhotos(names: readonly string[]): string[] {
  const rows = db()
    .selectDistinct({ name: photos.photo })
    .from(photos)
    .where(inArray(photos.photo, [...names]))
    .all();
  return rows.map((row) => row.name);
}

/** Covers of vehicles without photos; other covers are found among the photos. */
function coversWithoutPhotos(names: readonly string[]): string[] {
  const rows = db()
    .select({ name: sql<string>`${vehicles.coverPhoto}` })
    .from(vehicles)
    // Literally as in the partial index, or it would not be used.
    .where(and(isNotNull(vehicles.coverPhoto), sql`photo_count = 0`, inArray(vehicles.coverPhoto, [...names])))
    .all();
  return rows.map((row) => row.name);
}

function garageCovers(names: readonly string[]): string[] {
  const rows = db()
    .select({ name: sql<string>`${garages.coverPhoto}` })
    .from(garages)
    .where(inArray(garages.coverPhoto, [...names]))
    .all();
  return rows.map((row) => row.name);
}

function eventImages(names: readonly string[]): string[] {
  const rows = db()
    .select({ name: sql<string>`${events.image}` })
    .from(events)
    .where(inArray(events.image, [...names]))
    .all();
  return rows.map((row) => row.name);
}

function avatars(names: readonly string[]): string[] {
  const rows = db()
    .select({ name: users.avatar })
    .from(users)
    .where(and(sql`avatar <> 'default.jpg'`, inArray(users.avatar, [...names])))
    .all();
  return rows.map((row) => row.name);
}

/** All columns that refer to images. */
const MENTIONS = [
  ["photos", photos, photos.photo],
  ["photos", vehicles, vehicles.coverPhoto],
  ["photos", garages, garages.coverPhoto],
  ["photos", events, events.image],
  ["users", users, users.avatar],
] as const;

/** Rows read at once. */
const BATCH = 5_000;

/**
 * Every stored image that a row of `database` mentions, in batches; the same one as often as it is mentioned. Defaults
 * and full URLs are no stored images.
 */
export function* eachStoredImage(database: Db): Generator<{ kind: ImageKind; names: string[] }> {
  for (const [kind, table, column] of MENTIONS) {
    let last = 0;
    for (;;) {
      const rows = database
        .select({ id: table.id, name: sql<string>`${column}` })
        .from(table)
        .where(and(gt(table.id, last), isNotNull(column)))
        .orderBy(asc(table.id))
        .limit(BATCH)
        .all();
      yield { kind, names: rows.map((row) => row.name).filter((name) => parseImageName(name) !== null) };
      last = rows.at(-1)?.id ?? last;
      if (rows.length < BATCH) break;
    }
  }
}
