import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { newFolder, type Site } from "./site";

/** A disk for a site's files that can be filled and freed while the site runs. */
export interface SmallDisk {
  /** How it is made, for people. */
  kind: string;
  folder: string;
  fill(site: Site): void;
  free(site: Site): void;
  remove(): void;
}

const mounted = new Set<string>();
// Before the folders are removed: nobody can remove one that something is mounted on.
process.prependListener("exit", () => {
  for (const folder of mounted) spawnSync("umount", ["--lazy", folder]);
});

/**
 * A file system of its own in memory.
 * @param size megabytes
 * @returns why there is none where this machine or this user may not mount
 */
export function mountedDisk(size: number): SmallDisk | string {
  const folder = path.join(newFolder(), "disk");
  mkdirSync(folder);
  const { status, stderr, error } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}m`, "tmpfs", folder], {
    encoding: "utf8",
  });
  if (status !== 0) return `a small disk cannot be mounted here (root may): ${(error?.message ?? stderr).trim()}`;
  mounted.add(folder);
  const ballast = path.join(folder, "ballast");
  return {
    kind: `tmpfs of ${size} MB`,
    folder,
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast),
    remove() {
      spawnSync("umount", [folder]);
      mounted.delete(folder);
    },
  };
}

/** Writes until not a byte more goes onto the disk. */
function fillUp(ballast: string): void {
  const handle = openSync(ballast, "a");
  try {
    for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 16)) writeWhilePossible(handle, size);
  } finally {
    closeSync(handle);
  }
}

function writeWhilePossible(handle: number, size: number): void {
  const bytes = Buffer.alloc(size);
  try {
    for (;;) writeSync(handle, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/**
 * Any folder, whose files the system lets the site write no byte more of: what the disk says is another error
 * ("file too large" in the place of "no space left"), and nobody needs rights for it.
 */
export function limitedDisk(): SmallDisk {
  const limit = (site: Site, size: string) => {
    const { status, stderr, error } = spawnSync("prlimit", ["--pid", String(site.pid), `--fsize=${size}:`], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`prlimit (util-linux) does not work here: ${error?.message ?? stderr}`);
  };
  return {
    kind: "size limit of the process",
    folder: newFolder(),
    fill: (site) => limit(site, "1"),
    free: (site) => limit(site, "unlimited"),
    remove: () => {},
  };
}
