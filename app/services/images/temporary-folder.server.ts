import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { MINUTE, now } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { stagingRoot } from "./files.server";
import { stagingDirs } from "./render/queue.server";

/** Renews the time of a folder in use: another process may delete a folder that seems an hour old. */
const TOUCH_INTERVAL_MS = 10 * MINUTE;

/**
 * While it exists, no sweep deletes files stored after its creation: keep it until their rows are written. After a
 * crash a sweep deletes it.
 */
export interface TemporaryFolder {
  path: string;
  /** False if a sweep has deleted it because this process seemed dead; the files stored since may be deleted too. */
  exists(): boolean;
  drop(): Promise<void>;
}

export async function removeTemporaryFolders(): Promise<void> {
  await Promise.all([...stagingDirs].map((folder) => rm(folder, { recursive: true, force: true })));
}

/** On the file system of the images. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const folder = path.join(stagingRoot(), `${process.pid}-${now()}-${randomBytes(8).toString("hex")}`);
  stagingDirs.add(folder);
  const timer = setInterval(() => void showLife(folder), TOUCH_INTERVAL_MS).unref();
  const drop = async () => {
    clearInterval(timer);
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
    log.warn({ err: error }, "temporary folder not marked as in use");
  }
}
