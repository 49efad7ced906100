import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { holdFile } from "~/db/database-files.server";
import { env } from "~/env.server";

const PREFIX = ".backup-";
const OURS = /^\.backup-[0-9a-f]{12}$/;
/** Held as long as the folder is at work; the system lets go of it where its process dies. */
const HELD = "at-work";

/**
 * Does `work` with a folder beside the database, on the same disk, that nobody else can read and that is gone afterwards,
 * whatever happens. What a process that died has left is removed first.
 */
export async function withWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const root = path.dirname(env().databaseFile);
  await sweep(root);
  const { folder, release } = await makeFolder(root);
  try {
    return await work(folder);
  } finally {
    release();
    // What was stopped may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function makeFolder(root: string): Promise<{ folder: string; release: () => void }> {
  for (;;) {
    const folder = path.join(root, PREFIX + randomBytes(6).toString("hex"));
    await mkdir(folder, { mode: 0o700 });
    // Who sweeps may have seen it before it was held: another one then.
    const release = holdFile(path.join(folder, HELD));
    if (release) return { folder, release };
  }
}

async function sweep(root: string): Promise<void> {
  const names = await readdir(root);
  for (const name of names.filter((one) => OURS.test(one))) {
    const folder = path.join(root, name);
    // Nobody else's folder goes, whatever its name.
    if (!existsSync(path.join(folder, HELD))) continue;
    try {
      const release = holdFile(path.join(folder, HELD));
      if (!release) continue;
      release();
    } catch {
      // Gone meanwhile, or not ours.
      continue;
    }
    await rm(folder, { recursive: true, force: true });
  }
}
