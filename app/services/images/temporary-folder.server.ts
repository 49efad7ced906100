import { randomBytes } from "node:crypto";
import { mkdir, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { MINUTE, now } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { stagingRoot } from "./files.server";
import { renewIntents } from "./intents.server";
import { stagingDirs } from "./queue.server";

/** How often a folder in use is marked as such, ms: another process may remove one that looks an hour old. */
const TOUCH_INTERVAL_MS = 10 * MINUTE;

/** A temporary folder of this process. After a crash a sweep removes it. */
export interface TemporaryFolder {
  /** Absolute. */
  path: string;
  /** Removes it with its content. May be repeated. */
  drop(): Promise<void>;
}

/** Removes every temporary folder of this process, at shutdown. */
export async function removeTemporaryFolders(): Promise<void> {
  await Promise.all([...stagingDirs].map((folder) => rm(folder, { recursive: true, force: true })));
}

/** Makes a temporary folder on the file system of the images. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const folder = path.join(stagingRoot(), `${process.pid}-${randomBytes(8).toString("hex")}`);
  stagingDirs.add(folder);
  const touching = setInterval(() => void showLife(folder), TOUCH_INTERVAL_MS).unref();
  const drop = async () => {
    clearInterval(touching);
    await rm(folder, { recursive: true, force: true });
    stagingDirs.delete(folder);
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return { path: folder, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function showLife(folder: string): Promise<void> {
  try {
    await utimes(folder, now() / 1000, now() / 1000);
    renewIntents(path.basename(folder));
  } catch (error) {
    log.warn({ err: error }, "an upload under way could not be marked as such");
  }
}
