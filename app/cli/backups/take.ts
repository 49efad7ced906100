import { existsSync } from "node:fs";
import { chmod, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { copyDatabase } from "~/db/client.server";
import { checkDatabaseFile } from "~/db/database-files.server";
import { env } from "~/env.server";
import { isWithin, makeFolder } from "~/lib/folders.server";
import { now, toIso } from "~/lib/time";
import { takeSnapshot } from "~/services/backups/snapshot.server";
import { withWorkFolder } from "~/services/backups/work-folder.server";
import { syncFile } from "~/services/images/durable.server";
import { FolderStore } from "~/services/images/folder-store.server";
import { photoStore } from "~/services/images/stores.server";
import { CommandError } from "../run-command";
import { measureFiles, missingFiles, takeFiles } from "./files";
import { FORMAT, type Manifest, partsOf } from "./layout";

/** Photos deleted during a round make us repeat it, at most this often. */
const ROUNDS = 5;

/**
 * Takes a consistent copy of database and photos into `folder`, a new or empty one, while the site runs. Every
 * row of the copy has its files, and a failure leaves nothing behind.
 * @throws CommandError where there is no database, the folder is taken, or the copy is not sound
 */
export async function takeBackup(folder: string): Promise<Manifest> {
  const { databaseFile, UPLOADS_DIR, photoStore: photosAt } = env();
  if (!existsSync(databaseFile)) throw new CommandError(`DATABASE_URL: there is no database at ${databaseFile}.`);
  if (photosAt.kind === "folder" && isWithin(folder, UPLOADS_DIR))
    throw new CommandError(`${folder} is inside UPLOADS_DIR: name another folder.`);
  const wasThere = existsSync(folder);
  if (wasThere && (await readdir(folder)).length > 0) {
    throw new CommandError(`${folder} is not empty: name a new folder.`);
  }
  try {
    // It holds addresses and the hashes of passwords.
    makeFolder(folder, 0o700);
    return await (photosAt.kind === "folder" ? fill(folder) : fillWithList(folder));
  } catch (error) {
    for (const part of await readdir(folder).catch(() => [])) {
      await rm(path.join(folder, part), { recursive: true, force: true });
    }
    if (!wasThere) await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function fill(folder: string): Promise<Manifest> {
  const { database, uploads } = partsOf(folder);
  const missing = await copyBoth(database, uploads);
  const files = await measureFiles(uploads);
  return finish(folder, { takenAt: toIso(now()), files, missing });
}

/** Photos on an object store stay there: the list says what they have to be. */
async function fillWithList(folder: string): Promise<Manifest> {
  const { database } = partsOf(folder);
  return withWorkFolder(async (temporary) => {
    const to = { database, folder: temporary, photos: await photoStore(), place: null };
    const { time, list, lists } = await takeSnapshot(to);
    for (const { key } of list.parts) {
      await new FolderStore(folder).put([{ key, path: path.join(lists.store.root, lists.base, key) }]);
    }
    const files = { count: list.count, bytes: list.fileBytes };
    return finish(folder, { takenAt: toIso(time), files, missing: list.missing.first, listed: list });
  });
}

async function finish(folder: string, facts: Omit<Manifest, "format" | "rows">): Promise<Manifest> {
  const { manifest, database } = partsOf(folder);
  const { rows, problems } = checkDatabaseFile(database);
  if (problems.length > 0) throw new CommandError(`The database is damaged: ${problems[0]}`);
  const made: Manifest = { format: FORMAT, ...facts, rows };
  await writeFile(manifest, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  await syncFile(manifest);
  return made;
}

/**
 * A file is written before its row and deleted after it, so files are copied before the database and again after it
 * (those added meanwhile). Only a photo added and deleted in between can be missing then: the next copy of the database
 * no longer refers to it.
 * @returns the files that are missing even so: the site itself has lost them
 */
async function copyBoth(database: string, uploads: string): Promise<string[]> {
  const { UPLOADS_DIR } = env();
  await takeFiles(UPLOADS_DIR, uploads);
  let before = "";
  for (let round = 1; ; round += 1) {
    await rm(database, { force: true });
    copyDatabase(database);
    await chmod(database, 0o600);
    await syncFile(database);
    await takeFiles(UPLOADS_DIR, uploads);
    const missing = missingFiles(database, uploads);
    const same = missing.join("\n") === before;
    if (missing.length === 0 || same || round === ROUNDS) return missing;
    before = missing.join("\n");
  }
}
