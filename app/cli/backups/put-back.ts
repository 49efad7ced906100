import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { checkDatabaseFile, isDatabaseInUse } from "~/db/database-files.server";
import { ensureFolders, env } from "~/env.server";
import { CommandError } from "../run-command";
import { measureFiles, missingFiles, putFiles, removeOthers, replaceFile, storedFiles } from "./files";
import { type Manifest, partsOf, readManifest } from "./layout";

/**
 * Restores a backup over database and photos (DATABASE_URL, UPLOADS_DIR). Everything is checked before anything is
 * changed. Files are added before the database is replaced and removed after it, so that every row has its files at any
 * moment.
 * @param force replace existing data
 * @throws CommandError where the backup is invalid, data exists already, or the site is running
 */
export async function putBack(folder: string, { force }: { force: boolean }): Promise<Manifest> {
  const manifest = readManifest(folder);
  await checkSound(folder, manifest);
  await checkPlace(force);
  const { database, uploads } = partsOf(folder);
  const { databaseFile, UPLOADS_DIR } = env();
  ensureFolders(env());
  await putFiles(uploads, UPLOADS_DIR);
  // Leftover WAL files of the old database must not be applied to the new one.
  for (const suffix of ["-wal", "-shm", "-journal"]) await rm(databaseFile + suffix, { force: true });
  await replaceFile(database, databaseFile);
  if (force) await removeOthers(UPLOADS_DIR, uploads);
  return manifest;
}

async function checkSound(folder: string, manifest: Manifest): Promise<void> {
  const { database, uploads } = partsOf(folder);
  const damaged = (what: string) => new CommandError(`The backup in ${folder} is damaged: ${what}.`);
  const { rows, problems } = factsOf(database, damaged);
  if (problems.length > 0) throw damaged(problems[0]!);
  const table = Object.keys(manifest.rows).find((name) => rows[name] !== manifest.rows[name]);
  if (table) throw damaged(`${rows[table] ?? 0} of ${manifest.rows[table]} rows of ${table} are there`);
  const lost = missingFiles(database, uploads).find((file) => !manifest.missing.includes(file));
  if (lost) throw damaged(`${lost} is missing`);
  const { count, bytes } = await measureFiles(uploads);
  if (count !== manifest.files.count || bytes !== manifest.files.bytes) {
    throw damaged(
      `${count} files with ${bytes} bytes are there, and ${manifest.files.count} with ${manifest.files.bytes} were`,
    );
  }
}

function factsOf(database: string, damaged: (what: string) => CommandError) {
  try {
    return checkDatabaseFile(database);
  } catch (error) {
    throw damaged(`app.db cannot be read (${(error as Error).message})`);
  }
}

async function checkPlace(force: boolean): Promise<void> {
  const { databaseFile, UPLOADS_DIR } = env();
  if (existsSync(databaseFile)) {
    if (!force) throw new CommandError(`There is a database at ${databaseFile} already; --force replaces it.`);
    if (isDatabaseInUse(databaseFile)) throw new CommandError(`${databaseFile} is in use: stop the site first.`);
  }
  if (!force && (await hasFiles(UPLOADS_DIR))) {
    throw new CommandError(`There are photos in ${UPLOADS_DIR} already; --force replaces them.`);
  }
}

async function hasFiles(root: string): Promise<boolean> {
  for await (const _ of storedFiles(root)) return true;
  return false;
}
