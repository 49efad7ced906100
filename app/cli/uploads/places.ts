import { randomBytes } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { withRegion } from "~/env.server";
import { isWithin, makeFolder } from "~/lib/folders.server";
import { isAlive } from "~/lib/processes.server";
import { describeLocation, parseStoreLocation, STORE_FORM, type StoreLocation } from "~/lib/store-location";
import { isAnothers } from "~/services/images/ownership.server";
import type { FileStore } from "~/services/images/store";
import { openStore } from "~/services/images/stores.server";
import { CommandError } from "../run-command";

/** @throws CommandError where it names no store */
export function locationOf(text: string, what: string): StoreLocation {
  const location = parseStoreLocation(text);
  if (!location) throw new CommandError(`${what} is wrong: it ${STORE_FORM}`);
  return location.kind === "folder" ? { kind: "folder", path: path.resolve(location.path) } : withRegion(location);
}

/**
 * Opens the store that photos come from.
 * @throws CommandError where the folder is missing; StoreUnavailableError where the bucket does not answer
 */
export async function openSource(location: StoreLocation): Promise<FileStore> {
  if (location.kind === "folder") {
    // Not that it can be written: a disk that has become read-only is a good reason to leave.
    if (!existsSync(location.path)) throw new CommandError(`There is no folder ${location.path}.`);
    return openStore(location);
  }
  const store = await openStore(location);
  await store.probe();
  return store;
}

/**
 * Opens the store that photos go to; a folder is made where it is missing.
 * @throws CommandError where one of both holds the other, or it belongs to another site; StoreUnavailableError; what the disk says
 */
export async function openTarget(location: StoreLocation, source: StoreLocation): Promise<FileStore> {
  if (isPartOf(location, source) || isPartOf(source, location)) {
    throw new CommandError(`${describeLocation(location)} is where the photos are, or inside it, or around it.`);
  }
  if (location.kind === "folder") makeFolder(location.path);
  const store = await openStore(location);
  await store.probe();
  if (location.kind === "bucket" && (await isAnothers(store))) {
    throw new CommandError(
      `${store.label} belongs to another site, which would remove these photos. After a restore, npm run uploads -- claim with this UPLOADS_URL makes it this site's.`,
    );
  }
  return store;
}

/** Whether two locations are one, or the first is a part of the second. */
function isPartOf(inner: StoreLocation, outer: StoreLocation): boolean {
  if (inner.kind === "folder" && outer.kind === "folder") {
    return isWithin(realPath(inner.path), realPath(outer.path));
  }
  if (inner.kind !== "bucket" || outer.kind !== "bucket") return false;
  const host = ({ endpoint = "" }: { endpoint?: string }) => endpoint && new URL(endpoint).href;
  return inner.bucket === outer.bucket && host(inner) === host(outer) && inner.prefix.startsWith(outer.prefix);
}

/** Links on the way are followed, as far as there is anything yet. */
function realPath(place: string): string {
  if (existsSync(place)) return realpathSync(place);
  return path.join(realPath(path.dirname(place)), path.basename(place));
}

const SCRATCH = ".moving";

/**
 * Runs `work` with a temporary folder that is on the target's file system where that is a folder, so that files can be
 * renamed into their place. What killed runs have left there goes.
 */
export async function withScratch<T>(target: StoreLocation, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = path.join(target.kind === "folder" ? target.path : tmpdir(), SCRATCH);
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = Number.parseInt(name, 10);
    // In a container every run has the same number.
    if (pid === process.pid || !isAlive(pid)) await rm(path.join(parent, name), { recursive: true, force: true });
  }
  const folder = path.join(parent, `${process.pid}-${randomBytes(4).toString("hex")}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    // Another run may be at work beside this one.
    await rmdir(parent).catch(() => {});
  }
}
