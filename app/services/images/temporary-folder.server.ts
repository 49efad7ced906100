import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { MINUTE, now } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { stagingRoot } from "./files.server";
import { stagingDirs } from "./queue.server";

/** How often a folder in use is marked as such, ms: another process may remove one that looks an hour old. */
const TOUCH_INTERVAL_MS = 10 * MINUTE;

/**
 * A temporary folder of this process. While it exists, no sweep deletes a file that was stored after the folder was made:
 * keep it until the rows that name the files are written. After a crash a sweep removes it.
 */
export interface TemporaryFolder {
  /** Absolute. */
  path: string;
  /** False where a sweep has removed it because this process looked dead; the files stored since may be gone too. */
  exists(): boolean;
  /** Removes it with its content. May be repeated. */
  drop(): Promise<void>;
}

/** Removes every temporary folder of this process, at shutdown. */
export async function removeTemporaryFolders(): Promise<void> {
  await Promise.all([...stagingDirs].map((folder) => rm(folder, { recursive: true, force: true })));
}

/** Makes a temporary folder on the file system of the images. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const folder = path.join(stagingRoot(), `${process.pid}-${now()}-${randomBytes(8).toString("hex")}`);
  stagingDirs.add(folder);
  const touching = setInterval(() => void showLife(folder), TOUCH_INTERVAL_MS).unref();
  const drop = async () => {
    clearInterval(touching);
    await rm(folder, { recursive: true, force: true });
    stagingDirs.delete(folder);
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return { path: folder, exists: () => existsSync(folder), drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function showLife(folder: string): Promise<void> {
  try {
    await utimes(folder, now() / 1000, now() / 1000);
  } catch (error) {
    log.warn({ err: error }, "an upload under way could not be marked as such");
  }
}
