import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { stagingRoot } from "./files.server";
import { stagingDirs } from "./queue.server";

/** A temporary folder of this process. After a crash the sweep at the next start removes it. */
export interface TemporaryFolder {
  /** Absolute. */
  path: string;
  /** Removes it with its content. May be repeated. */
  drop(): Promise<void>;
}

/** Removes every temporary folder of this process, at shutdown. */
export async function dropTemporaryFolders(): Promise<void> {
  await Promise.all([...stagingDirs].map((folder) => rm(folder, { recursive: true, force: true })));
}

/** Makes a temporary folder on the file system of the images. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const folder = path.join(stagingRoot(), `${process.pid}-${randomBytes(8).toString("hex")}`);
  stagingDirs.add(folder);
  const drop = async () => {
    await rm(folder, { recursive: true, force: true });
    stagingDirs.delete(folder);
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    stagingDirs.delete(folder);
    throw error;
  }
  return { path: folder, drop };
}
