import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Db, db } from "~/db/client.server";
import {
  casePictures,
  cases,
  eventChanges,
  events,
  garages,
  holds,
  photos,
  siteSettings,
  users,
  vehicles,
} from "~/db/schema";
import { liveEvents, shownGarages, shownMembers, shownPhotos, shownVehicles } from "~/db/scopes.server";
import { type ImageKind, parseImageName } from "~/lib/images";

export interface ImageColumn {
  table: SQLiteTable;
  column: SQLiteColumn;
  /** Of its partial index, literally; otherwise SQLite would not use it. */
  indexed: SQL;
  /** Whether the row is public; undefined: never. */
  visible: SQL | undefined;
}

/**
 * Each with an index (`0002_image_references.sql`, `0008_picture_access.sql`, `0020_trust.sql`, `0025_case_avatar.sql`,
 * `0029_logo.sql`).
 */
export const IMAGE_COLUMNS: Record<ImageKind, readonly ImageColumn[]> = {
  photos: [
    { table: photos, column: photos.photo, indexed: sql`true`, visible: shownPhotos },
    {
      table: vehicles,
      column: vehicles.coverPhoto,
      // Other covers are among the vehicle's photos.
      indexed: sql`cover_photo IS NOT NULL AND photo_count = 0`,
      visible: shownVehicles,
    },
    { table: garages, column: garages.coverPhoto, indexed: sql`cover_photo IS NOT NULL`, visible: shownGarages },
    { table: events, column: events.image, indexed: sql`image IS NOT NULL`, visible: liveEvents },
    { table: eventChanges, column: eventChanges.image, indexed: sql`image IS NOT NULL`, visible: undefined },
    // For staff only.
    { table: casePictures, column: casePictures.image, indexed: sql`true`, visible: undefined },
  ],
  users: [
    { table: users, column: users.avatar, indexed: sql`avatar <> 'default.jpg'`, visible: shownMembers },
    { table: cases, column: cases.avatar, indexed: sql`avatar IS NOT NULL`, visible: undefined },
    { table: holds, column: holds.avatar, indexed: sql`avatar IS NOT NULL`, visible: undefined },
    { table: siteSettings, column: siteSettings.logo, indexed: sql`logo IS NOT NULL`, visible: sql`true` },
  ],
};

const namesIn = (columns: readonly ImageColumn[], condition: (column: SQLiteColumn) => SQL) =>
  sql.join(
    columns.map(
      ({ table, column, indexed }) =>
        sql`SELECT DISTINCT ${column} AS name FROM ${table} WHERE ${indexed} AND ${condition(column)}`,
    ),
    sql` UNION `,
  );

const isAmong = (column: SQLiteColumn, names: readonly string[]) =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`;

/** Several rows may share a file (sample data): delete it only after the last one. */
export function referencedImages(kind: ImageKind, names: readonly string[]): Set<string> {
  if (names.length === 0) return new Set();
  const rows = db().all<{ name: string }>(namesIn(IMAGE_COLUMNS[kind], (column) => isAmong(column, names)));
  return new Set(rows.map(({ name }) => name));
}

/** Call it in the transaction that deletes the rows. */
export function unreferencedImages(kind: ImageKind, names: readonly string[]): string[] {
  const unique = [...new Set(names)].filter((name) => parseImageName(name) !== null);
  const referencedNames = referencedImages(kind, unique);
  return unique.filter((name) => !referencedNames.has(name));
}

const BATCH = 5_000;

/** Each once, by name, read lazily; misses names added before the current position. */
export function* imageNamesInOrder(kind: ImageKind, database: Db = db()): Generator<string> {
  // A backup may be older.
  const isThere = ({ table, column }: ImageColumn) =>
    database.get(sql`SELECT 1 FROM pragma_table_info(${getTableName(table)})
      WHERE replace(name, '_', '') = ${column.name.toLowerCase()}`) !== undefined;
  const columns = IMAGE_COLUMNS[kind].filter(isThere);
  for (let last = ""; ; ) {
    const rows: { name: string }[] = database.all(
      sql`${namesIn(columns, (column) => sql`${column} > ${last}`)} ORDER BY name LIMIT ${BATCH}`,
    );
    for (const { name } of rows) if (parseImageName(name) !== null) yield name;
    last = rows.at(-1)?.name ?? last;
    if (rows.length < BATCH) return;
  }
}
