import { sql } from "drizzle-orm";
import { type ImageKind, parseImageName } from "~/lib/image-name";
import { db } from "./client.server";
import { referencedImages } from "./image-references.server";

/** Names read at once. */
const BATCH = 5_000;

/**
 * Where rows name images, as their indexes have it (`0002_image_references.sql`), so that each is read in the order of the
 * names. Covers that are photos of their vehicle are found among the photos. The conditions stand as in the indexes.
 */
const SOURCES: Record<ImageKind, [table: string, column: string, condition: string][]> = {
  photos: [
    ["photos", "photo", "true"],
    ["vehicles", "cover_photo", "cover_photo IS NOT NULL AND photo_count = 0"],
    ["garages", "cover_photo", "cover_photo IS NOT NULL"],
    ["events", "image", "image IS NOT NULL"],
  ],
  users: [["users", "avatar", "avatar <> 'default.jpg'"]],
};

/**
 * Every stored image that a row mentions, once, in the order of their names, read as it is asked for. Rows may change
 * meanwhile: what was added behind the place where it is read is not seen.
 */
export function* imageNamesInOrder(kind: ImageKind): Generator<string> {
  const sources = SOURCES[kind].map((source) => namesOf(...source));
  const heads = sources.map((source) => source.next());
  for (;;) {
    const names = heads.flatMap((head) => (head.done ? [] : [head.value]));
    const first = names.sort()[0];
    if (first === undefined) return;
    yield first;
    for (const [at, head] of heads.entries()) {
      if (!head.done && head.value === first) heads[at] = sources[at]!.next();
    }
  }
}

function* namesOf(table: string, column: string, condition: string): Generator<string, undefined> {
  const [from, name, where] = [sql.raw(table), sql.raw(column), sql.raw(condition)];
  for (let last = ""; ; ) {
    const rows = db().all<{ name: string }>(
      sql`SELECT DISTINCT ${name} AS name FROM ${from} WHERE ${where} AND ${name} > ${last} ORDER BY ${name} LIMIT ${BATCH}`,
    );
    for (const row of rows) if (parseImageName(row.name) !== null) yield row.name;
    last = rows.at(-1)?.name ?? last;
    if (rows.length < BATCH) return;
  }
}

/** What the database says of images, all at one moment. */
export interface ImageClaims {
  /** Rows mention them. */
  shown: Set<string>;
  /** Their files are being added, and rows may follow. */
  coming: Set<string>;
  /** Their files are being removed. */
  going: Set<string>;
}

/** Of these image names (at most 500): who needs their files, and who is at them. */
export function imageClaims(kind: ImageKind, names: readonly string[]): ImageClaims {
  const claims: ImageClaims = { shown: new Set(), coming: new Set(), going: new Set() };
  if (names.length === 0) return claims;
  // Deferred: one moment for all reads, and nobody who writes waits.
  return db().transaction(
    () => {
      const wanted = sql.join(
        names.map((name) => sql`${name}`),
        sql`, `,
      );
      const intents = db().all<{ name: string; purpose: string }>(
        sql`SELECT name, purpose FROM image_intents WHERE kind = ${kind} AND name IN (${wanted})`,
      );
      for (const { name, purpose } of intents) (purpose === "add" ? claims.coming : claims.going).add(name);
      return { ...claims, shown: referencedImages(kind, names) };
    },
    { behavior: "deferred" },
  );
}
