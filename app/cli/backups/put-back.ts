import path from "node:path";
import { checkDatabaseFile } from "~/db/database-files.server";
import { ensureFolders, env } from "~/env.server";
import { makeFolder } from "~/lib/folders.server";
import { differences } from "~/services/backups/compare.server";
import { type LostFiles, someOf } from "~/services/backups/restore.server";
import { readList } from "~/services/backups/snapshot.server";
import { checkList } from "~/services/backups/take.server";
import { checkTarget, putDatabase } from "~/services/backups/target.server";
import { withWorkFolder } from "~/services/backups/work-folder.server";
import { FolderStore } from "~/services/images/folder-store.server";
import { inBatches } from "~/services/images/lanes.server";
import type { FileStore } from "~/services/images/store";
import { photoStore } from "~/services/images/stores.server";
import { CommandError } from "../run-command";
import { copyDurably, measureFiles, missingFiles, putFiles, removeOthers, storedFiles } from "./files";
import { type Manifest, partsOf, readManifest } from "./layout";

/** Files put into a store together. */
const BATCH = 64;

/**
 * Restores a backup of one folder over database and photos (DATABASE_URL, UPLOADS_URL). Everything is checked before
 * anything is changed. Files are added before the database is replaced and removed after it, so that every row has its
 * files at any moment.
 * @param force replace existing data
 * @returns what was restored, and which photos of an object store are not as they were
 * @throws CommandError or BackupError where the backup is invalid, data exists already, or the site is running
 */
export async function putBack(
  folder: string,
  { force }: { force: boolean },
): Promise<{ manifest: Manifest; lost: LostFiles }> {
  const manifest = readManifest(folder);
  await checkSound(folder, manifest);
  const photos = await photoStore();
  const { listed } = manifest;
  await checkTarget(listed ? null : photos, force);
  const list = listed && readList(new FolderStore(folder), "", listed);
  const lost = await (list ? someOf(differences(list, photos)) : { count: 0, first: [] });
  ensureFolders(env());
  const { database, uploads } = partsOf(folder);
  if (!listed) await putUploads(uploads, photos);
  makeFolder(path.dirname(env().databaseFile));
  await withWorkFolder(async (temporary) => {
    const copy = path.join(temporary, "restored.db");
    await copyDurably(database, copy);
    await putDatabase(copy);
  });
  // A bucket may belong to another site, and this be a copy that is being tried: the sweep of its owner knows.
  if (force && photos instanceof FolderStore && !listed) await removeOthers(photos.root, uploads);
  return { manifest, lost };
}

async function putUploads(uploads: string, photos: FileStore): Promise<void> {
  if (photos instanceof FolderStore) return putFiles(uploads, photos.root);
  for await (const files of inBatches(storedFiles(uploads), BATCH)) {
    const named = files.map((file) => ({ key: file.split(path.sep).join("/"), path: path.join(uploads, file) }));
    await photos.put(named.map((file) => ({ ...file, keep: true })));
  }
}

async function checkSound(folder: string, manifest: Manifest): Promise<void> {
  const { database, uploads } = partsOf(folder);
  const damaged = (what: string) => new CommandError(`The backup in ${folder} is damaged: ${what}.`);
  const { rows, problems } = factsOf(database, damaged);
  if (problems.length > 0) throw damaged(problems[0]!);
  const table = Object.keys(manifest.rows).find((name) => rows[name] !== manifest.rows[name]);
  if (table) throw damaged(`${rows[table] ?? 0} of ${manifest.rows[table]} rows of ${table} are there`);
  if (manifest.listed) return checkList(new FolderStore(folder), "", manifest.listed);
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
