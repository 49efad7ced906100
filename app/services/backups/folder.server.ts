import { existsSync, readFileSync } from "node:fs";
import { chmod, copyFile, link, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { copyDatabase } from "~/db/client.server";
import { checkDatabaseFile, type DatabaseFacts, readDatabaseFile } from "~/db/database-files.server";
import { findForeignOrigin } from "~/db/migrations.server";
import { env } from "~/env.server";
import { isWithin, makeFolder } from "~/lib/folders.server";
import { IMAGE_KINDS } from "~/lib/images";
import { formatCount, megabytes, plural } from "~/lib/text";
import { now, toIso } from "~/lib/time";
import { imageNamesInOrder } from "~/services/images/references.server";
import { syncFile } from "~/services/images/store/fsync.server";
import { neededFiles } from "../images/files.server";
import type { FileStore } from "../images/store/file-store";
import { FolderStore } from "../images/store/folder-store.server";
import { forEachInPool } from "../images/store/pool.server";
import { backupPaths, markUnfinished, removeUnfinished } from "./folder-parts.server";
import { BackupError } from "./restic.server";

const FORMAT = 1;
const MAX_CONCURRENT = 16;

export interface Contents {
  /** ISO 8601. */
  takenAt: string;
  rows: Record<string, number>;
  /** null: on an object store, not included. */
  files: { count: number; bytes: number } | null;
  /** Required by rows, but already missing on the site itself. */
  missing: string[];
}

/** Written last: a folder without it is incomplete. */
interface Manifest extends Contents {
  format: number;
  /** By earlier versions, for an object store. */
  listed?: unknown;
}

export async function* imageFiles(store: FileStore) {
  for (const kind of IMAGE_KINDS) yield* store.list(`${kind}/`);
}

/**
 * Consistent, into a new or empty folder, while the site runs. A failure leaves nothing; the next backup removes a
 * killed process's parts.
 * @throws BackupError if there is no database, the folder is in use, or the copy is damaged
 */
export async function takeIntoFolder(folder: string): Promise<Contents> {
  const { UPLOADS_DIR, photoStore } = env();
  const inFolder = photoStore.kind === "folder";
  if (inFolder && isWithin(folder, UPLOADS_DIR))
    throw new BackupError(`${folder} is inside UPLOADS_DIR: choose another folder.`);
  await removeUnfinished(path.dirname(folder));
  const wasThere = existsSync(folder);
  if (wasThere && (await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty: choose a new folder.`);
  const { manifest, database, uploads } = backupPaths(folder);
  let unfinished: ReturnType<typeof markUnfinished> | undefined;
  try {
    // It contains addresses and password hashes.
    makeFolder(folder, 0o700);
    unfinished = markUnfinished(folder);
    if (inFolder) await takeFiles(UPLOADS_DIR, uploads);
    const missing = await copySite(
      database,
      async () => {
        if (inFolder) await takeFiles(UPLOADS_DIR, uploads);
        return "";
      },
      uploads,
    );
    await chmod(database, 0o600);
    const rows = soundRows(database);
    const files = inFolder ? await measure(uploads) : null;
    const contents: Manifest = { format: FORMAT, takenAt: toIso(now()), rows, files, missing };
    await writeFile(manifest, `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 });
    await syncFile(manifest);
    await unfinished.finish();
    return contents;
  } catch (error) {
    for (const part of await readdir(folder).catch(() => [])) await rm(path.join(folder, part), { recursive: true });
    if (!wasThere) await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    unfinished?.release();
  }
}

/** As hard links on the same disk (a stored file never changes), else as copies. Skips files deleted meanwhile. */
async function takeFiles(from: string, to: string): Promise<void> {
  await forEachInPool(imageFiles(new FolderStore(from)), MAX_CONCURRENT, async ({ key }) => {
    const [source, target] = [path.join(from, key), path.join(to, key)];
    if (existsSync(target)) return;
    await mkdir(path.dirname(target), { recursive: true });
    await link(source, target)
      .catch(() => copyFile(source, target).then(() => syncFile(target)))
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      });
  });
}

export async function measure(root: string): Promise<{ count: number; bytes: number }> {
  const sum = { count: 0, bytes: 0 };
  for await (const { size } of imageFiles(new FolderStore(root))) {
    sum.count += 1;
    sum.bytes += size;
  }
  return sum;
}

/** @throws BackupError if damaged */
export function soundRows(database: string): DatabaseFacts["rows"] {
  let facts: DatabaseFacts;
  try {
    facts = checkDatabaseFile(database);
  } catch (error) {
    throw new BackupError(`The backup is damaged: app.db cannot be read (${(error as Error).message}).`);
  }
  if (facts.problems.length > 0) throw new BackupError(`The database is damaged: ${facts.problems[0]}.`);
  return facts.rows;
}

/** @throws BackupError if it is from a newer version */
export function checkOrigin(database: string): void {
  const problem = findForeignOrigin(database);
  if (problem) throw new BackupError(`The database of the backup ${problem}.`);
}

/** @throws BackupError if incomplete, of an unknown format, or damaged */
export async function checkFolder(folder: string): Promise<Contents> {
  const { manifest, database, uploads } = backupPaths(folder);
  if (!existsSync(manifest)) throw new BackupError(`${folder} is not a complete backup: manifest.json is missing.`);
  let newManifest: Manifest;
  try {
    newManifest = JSON.parse(readFileSync(manifest, "utf8"));
  } catch {
    throw new BackupError(`${manifest} cannot be read.`);
  }
  if (newManifest?.format !== FORMAT)
    throw new BackupError(`${manifest} is in a format that this version does not know.`);
  if (!existsSync(database)) throw new BackupError(`${folder} is not a complete backup: app.db is missing.`);
  const damageError = (detail: string) => new BackupError(`The backup in ${folder} is damaged: ${detail}.`);
  const rows = soundRows(database);
  checkOrigin(database);
  const table = Object.keys(newManifest.rows).find((name) => rows[name] !== newManifest.rows[name]);
  if (table) throw damageError(`${rows[table] ?? 0} of ${newManifest.rows[table]} rows of ${table} are there`);
  if (!newManifest.files || newManifest.listed) return { ...newManifest, files: null };
  const missingFile = missingFiles(database, uploads).find((file) => !newManifest.missing.includes(file));
  if (missingFile) throw damageError(`${missingFile} is missing`);
  const { count, bytes } = await measure(uploads);
  if (count !== newManifest.files.count || bytes !== newManifest.files.bytes)
    throw damageError(
      `it has ${count} files of ${bytes} bytes instead of ${newManifest.files.count} files of ${newManifest.files.bytes} bytes`,
    );
  return newManifest;
}

/** Photos deleted during a round cause another one. */
const ROUNDS = 5;

/**
 * Copies the database to `database`, and the photos by `carry`, as of one time. Files exist before their row and are
 * deleted after it, so only photos deleted meanwhile can be missing.
 * @param carry returns an error about unreadable files, possibly just deleted; empty if none
 * @param uploads folder with the copied files
 * @returns files lost by the site itself
 */
export async function copySite(database: string, carry: () => Promise<string>, uploads: string): Promise<string[]> {
  const { databaseFile, photoStore } = env();
  if (!existsSync(databaseFile)) throw new BackupError(`DATABASE_URL: there is no database at ${databaseFile}.`);
  const unfinished = `${database}.part`;
  let before = "";
  for (let round = 1; ; round += 1) {
    await rm(unfinished, { force: true });
    await copyDatabase(unfinished);
    // A reader of the previous copy still has a complete file.
    await rename(unfinished, database);
    const unread = await carry();
    const missing = photoStore.kind === "folder" ? missingFiles(database, uploads) : [];
    const isUnchanged = missing.join("\n") === before;
    if (unread === "" && (missing.length === 0 || isUnchanged || round === ROUNDS)) return missing;
    if (round === ROUNDS) throw new BackupError(unread);
    before = missing.join("\n");
  }
}

/** Required by rows, but missing below `uploads`; sorted. */
export function missingFiles(database: string, uploads: string): string[] {
  const missing = new Set<string>();
  readDatabaseFile(database, (rows) => {
    for (const kind of IMAGE_KINDS) {
      for (const name of imageNamesInOrder(kind, rows)) {
        for (const file of neededFiles(kind, name)) if (!existsSync(path.join(uploads, file))) missing.add(file);
      }
    }
  });
  return [...missing].sort();
}

export function formatReport({ takenAt, rows, files, missing }: Contents): string {
  const tables = Object.entries(rows).map(([table, count]) => `${table} ${formatCount(count)}`);
  const entries =
    missing.length === 0 ? "every file that a row needs is there" : `${plural(missing.length, "file")} missing`;
  const photos = files
    ? `${plural(files.count, "file")}, ${megabytes(files.bytes)}`
    : "on the object store, and not in it";
  return [
    `  taken at  ${takenAt}`,
    `  rows      ${tables.join(", ")}`,
    `  photos    ${photos}`,
    `  checks    integrity_check ok, foreign_key_check ok${files ? `, ${entries}` : ""}`,
    ...missing.slice(0, 10).map((file) => `  missing   ${file}`),
  ].join("\n");
}
