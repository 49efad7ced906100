import { existsSync, readdirSync } from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { lockFile } from "~/db/database-files.server";
import { namesIn } from "~/lib/folders.server";

export const backupPaths = (folder: string) => ({
  manifest: path.join(folder, "manifest.json"),
  database: path.join(folder, "app.db"),
  uploads: path.join(folder, "uploads"),
});

/** Locked by the process that writes a backup into the folder. */
const unfinishedFile = (folder: string) => path.join(folder, ".unfinished");

/** Until `finish`, or until a later backup finds the lock free. */
export function markUnfinished(folder: string): { finish: () => Promise<void>; release: () => void } {
  const release = lockFile(unfinishedFile(folder));
  return {
    finish: () => rm(unfinishedFile(folder)),
    release: () => release?.(),
  };
}

/** The parts of interrupted backups in the folders below `parent`; foreign files stay. */
export async function removeUnfinished(parent: string): Promise<void> {
  for await (const name of namesIn(parent)) {
    const folder = path.join(parent, name);
    const { manifest, database, uploads } = backupPaths(folder);
    const mark = unfinishedFile(folder);
    if (!existsSync(mark) || existsSync(manifest)) continue;
    const release = lockFile(mark);
    if (!release) continue;
    for (const part of [uploads, database, `${database}.part`, mark]) await rm(part, { recursive: true, force: true });
    release();
    if (readdirSync(folder).length === 0) await rmdir(folder);
  }
}
