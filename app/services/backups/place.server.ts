import { rmdir } from "node:fs/promises";
import path from "node:path";
import { FolderStore } from "../images/folder-store.server";
import type { FileStore } from "../images/store";
import { BackupError, UnknownFormError } from "./errors";
import { type BackupManifest, parseManifest } from "./manifest";
import { backupTime } from "./names";
import { readObject } from "./parts.server";

/** Name of the object that makes a backup whole. */
export const MANIFEST = "manifest.json";
/** What the names of carried photos begin with in the place. */
export const CARRIED = "files/";

/** Manifests read at the same time. */
const AT_ONCE = 16;

/** Something in a place that has a backup's name, whole or not. */
export interface FoundBackup {
  name: string;
  /** Of its snapshot, ms since 1970. */
  time: number;
  /** Its objects, by what stands behind its name. */
  objects: Map<string, { size: number; modifiedAt: number }>;
  /** Bytes of its objects; carried photos are not among them. */
  bytes: number;
}

/** What is in a place, newest first. @throws StoreUnavailableError */
export async function findBackups(place: FileStore): Promise<FoundBackup[]> {
  const found = new Map<string, FoundBackup>();
  // Their names begin with the millennium; files of photos do not.
  for await (const { key, size, modifiedAt } of place.list("2")) {
    const slash = key.indexOf("/");
    const name = key.slice(0, slash);
    const time = backupTime(name);
    if (time === null) continue;
    const backup = found.get(name) ?? { name, time, objects: new Map(), bytes: 0 };
    backup.objects.set(key.slice(slash + 1), { size, modifiedAt });
    backup.bytes += size;
    found.set(name, backup);
  }
  return [...found.values()].sort((one, other) => other.time - one.time);
}

export const hasManifest = ({ objects }: FoundBackup) => objects.has(MANIFEST);

/** The newest that has a manifest and is not later than `at` (ms since 1970). */
export function newestOf(found: readonly FoundBackup[], at = Number.POSITIVE_INFINITY): FoundBackup | undefined {
  return found.find((backup) => hasManifest(backup) && backup.time <= at);
}

/** @throws BackupError where there is none or it cannot be read, StoreUnavailableError */
export async function readManifest(place: FileStore, name: string): Promise<BackupManifest> {
  const what = `${name}/${MANIFEST} in ${place.label}`;
  const bytes = await readObject(place, `${name}/${MANIFEST}`);
  if (bytes === null) throw new BackupError(`${what} is missing.`);
  return parseManifest(bytes.toString("utf8"), what);
}

export type KnownBackup = FoundBackup & {
  /** What it says of itself; null where it says nothing that we understand, or what it names is not there. */
  manifest: BackupManifest | null;
  /** Whether another version may understand it. */
  foreign: boolean;
};

/** Removes objects of a backup, its manifest first: it is none any more then. */
export async function removeObjects(place: FileStore, name: string, objects: readonly string[]): Promise<void> {
  const parts = objects.filter((object) => object !== MANIFEST);
  if (parts.length < objects.length) await place.removeMany([`${name}/${MANIFEST}`]);
  await place.removeMany(parts.map((object) => `${name}/${object}`));
  // Folders would stay for ever; one that has got something meanwhile does.
  if (place instanceof FolderStore) await rmdir(path.join(place.root, name)).catch(() => undefined);
}

/** Reads the manifests of all. */
export async function withManifests(place: FileStore, found: readonly FoundBackup[]): Promise<KnownBackup[]> {
  const known: KnownBackup[] = [];
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const some = found.slice(at, at + AT_ONCE);
    known.push(...(await Promise.all(some.map(async (one) => ({ ...one, ...(await wholeManifest(place, one)) })))));
  }
  return known;
}

async function wholeManifest(
  place: FileStore,
  backup: FoundBackup,
): Promise<Pick<KnownBackup, "manifest" | "foreign">> {
  if (!hasManifest(backup)) return { manifest: null, foreign: false };
  try {
    const manifest = await readManifest(place, backup.name);
    const parts = [...manifest.database.parts, ...manifest.list.parts];
    const isWhole = parts.every(({ key, bytes }) => backup.objects.get(key)?.size === bytes);
    return { manifest: isWhole ? manifest : null, foreign: false };
  } catch (error) {
    if (error instanceof BackupError) return { manifest: null, foreign: error instanceof UnknownFormError };
    throw error;
  }
}
