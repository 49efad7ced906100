import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { type FileSum, fetchFile, sumOf } from "~/services/images/copy.server";
import { syncFile } from "~/services/images/durable.server";
import { FolderStore } from "~/services/images/folder-store.server";
import { forEachInLanes } from "~/services/images/lanes.server";
import { DamagedFileError, type FileStore, type NewFile, StoreUnavailableError } from "~/services/images/store";
import type { Pair } from "./listing";
import type { Patience } from "./patience";

/** From where to where. */
export interface Route {
  source: FileStore;
  target: FileStore;
  /** For what is on its way; on the file system of the target where that is a folder. */
  scratch: string;
  patience: Patience;
  /** Compare what is there already byte for byte, not only its size. */
  thorough: boolean;
}

/** What has become of a file. */
export type Outcome =
  | { kind: "copied"; bytes: number }
  /** It was there already. */
  | { kind: "same" }
  /** It has been removed meanwhile. */
  | { kind: "gone" }
  | { kind: "failed"; why: string };

/** Files at work at the same time. */
const AT_ONCE = 16;
/** How often a file is tried that cannot be read or does not arrive whole. */
const TRIES = 3;
/** How often files may be removed between reading and sending before it must be something else. */
const MOST_TURNS = 50;

interface Arrival extends NewFile {
  sum: FileSum;
}

/**
 * Copies files that the target does not have, or not in this form, and checks each in its new place. What cannot be copied
 * by itself does not hold up the others; a store that is away is waited for.
 * @returns what has become of each, by name
 * @throws StoreUnavailableError, and what the disk says
 */
export async function transfer(pairs: readonly Pair[], route: Route): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const tries = new Map<string, number>();
  const wait = route.patience.begin();
  for (let turn = 1; ; turn += 1) {
    const left = pairs.filter(({ file }) => !outcomes.has(file.key));
    if (left.length === 0) return outcomes;
    /** Once more, unless it has been tried often enough. */
    const failed = (key: string, why: string) => {
      tries.set(key, (tries.get(key) ?? 0) + 1);
      if (tries.get(key)! >= TRIES) outcomes.set(key, { kind: "failed", why });
    };
    try {
      await transferOnce(left, route, outcomes, failed);
      wait.worked();
    } catch (error) {
      // A file that was removed between reading and sending: the next turn finds it gone.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || turn > MOST_TURNS) await wait.after(error);
    }
  }
}

async function transferOnce(
  pairs: readonly Pair[],
  route: Route,
  outcomes: Map<string, Outcome>,
  failed: (key: string, why: string) => void,
): Promise<void> {
  const { source, target } = route;
  const arrivals: Arrival[] = [];
  try {
    await forEachInLanes(pairs, AT_ONCE, async (pair) => {
      const { key } = pair.file;
      try {
        const found = await (source instanceof FolderStore ? onDisk(source, pair, route) : fetched(pair, route));
        if ("kind" in found) outcomes.set(key, found);
        else arrivals.push(found);
      } catch (error) {
        if (error instanceof StoreUnavailableError && !(error instanceof DamagedFileError)) throw error;
        failed(key, (error as Error).message);
      }
    });
    await target.put(arrivals.map(({ key, path, keep }) => ({ key, path, keep: keep ?? false })));
    await forEachInLanes(arrivals, AT_ONCE, async ({ key, sum }) => {
      if (await isThere(target, key, sum)) outcomes.set(key, { kind: "copied", bytes: sum.bytes });
      else failed(key, `it has not arrived whole in ${target.label}`);
    });
  } finally {
    for (const { path, keep } of arrivals) if (!keep) await rm(path, { force: true });
  }
}

/** A file of a folder is sent from where it is. */
async function onDisk(
  source: FolderStore,
  { file, there }: Pair,
  { target, thorough }: Route,
): Promise<Outcome | Arrival> {
  const { key } = file;
  if (!thorough && there?.size === file.size) return { kind: "same" };
  const sum = await sumIn(source, key);
  if (!sum) return { kind: "gone" };
  if (there?.size === sum.bytes && (there.md5 ?? (await sumIn(target, key))?.md5) === sum.md5) {
    return { kind: "same" };
  }
  return { key, path: source.pathOf(key), keep: true, sum };
}

async function fetched(
  { file, there }: Pair,
  { source, target, scratch, thorough }: Route,
): Promise<Outcome | Arrival> {
  const { key } = file;
  if (there?.size === file.size) {
    if (!thorough) return { kind: "same" };
    const here = file.md5 ?? (await sumIn(source, key))?.md5;
    if (here !== undefined && here === (there.md5 ?? (await sumIn(target, key))?.md5)) return { kind: "same" };
  }
  const place = path.join(scratch, randomBytes(12).toString("hex"));
  try {
    const sum = await fetchFile(source, key, place);
    if (!sum) return { kind: "gone" };
    await syncFile(place);
    return { key, path: place, sum };
  } catch (error) {
    await rm(place, { force: true });
    throw error;
  }
}

async function sumIn(store: FileStore, key: string): Promise<FileSum | null> {
  const file = await store.open(key);
  return file && sumOf(file.stream);
}

async function isThere(store: FileStore, key: string, sum: FileSum): Promise<boolean> {
  const facts = await store.stat(key);
  return facts?.size === sum.bytes && (facts.md5 ?? (await sumIn(store, key))?.md5) === sum.md5;
}
