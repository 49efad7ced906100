import { stat } from "node:fs/promises";
import path from "node:path";
import { DAY, now } from "~/lib/time";
import { FolderStore } from "../images/folder-store.server";
import { forEachInLanes, inBatches } from "../images/lanes.server";
import type { FileStore } from "../images/store";
import { BackupError } from "./errors";
import { keptBackups } from "./keep";
import { besides, type ListedImage } from "./list-lines";
import { AT_ONCE } from "./look-up.server";
import { CARRIED, findBackups, type KnownBackup, MANIFEST, removeObjects, withManifests } from "./place.server";
import { readList } from "./snapshot.server";
import { forgetUnused, noteUnused, readUnused } from "./unused.server";

/** How old the remains of a backup must be, and a photo that no list names, before they go, ms. */
const OLD = DAY;
/** Files looked at and removed in one turn. */
const REMOVED_AT_ONCE = 500;

/**
 * Removes what is not kept by age, and what nobody needs any more: remains of backups without a manifest, and carried
 * photos that no list names. It may be interrupted at any point: a manifest goes before its parts, and what may have to
 * go after them is noted first.
 * Nothing goes beside a backup of a newer version's, which may need it.
 * @returns the names of the backups that went
 * @throws StoreUnavailableError; BackupError where a list is damaged: then nothing goes that it may name
 */
export async function pruneBackups(place: FileStore): Promise<string[]> {
  const found = await withManifests(place, await findBackups(place));
  if (found.some(({ foreign }) => foreign)) return [];
  // One that is damaged makes none superfluous.
  const whole = found.filter(({ manifest }) => manifest).map(({ time }) => time);
  const kept = keptBackups(whole, now());
  const staying = found.filter(({ manifest, time }) => manifest && kept.has(time));
  const isSuperfluous = ({ time }: KnownBackup) => !keptBackups([...whole, time], now()).has(time);
  const going = found.filter((one) => one.objects.has(MANIFEST) && !staying.includes(one) && isSuperfluous(one));
  const gone: string[] = [];
  let problem: BackupError | undefined;
  for (const one of going) {
    try {
      await noteWhatOnlyItNames(place, one, staying);
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      // It stays; one list must not hold up all others for ever.
      problem ??= error;
      continue;
    }
    await removeObjects(place, one.name, [...one.objects.keys()]);
    gone.push(one.name);
  }
  for (const one of found) if (isRemains(one)) await removeObjects(place, one.name, [...one.objects.keys()]);
  await removeUnused(place, staying);
  if (problem) throw problem;
  return gone;
}

/** Nobody writes them any more: nothing of them is younger than a day. */
function isRemains({ objects }: KnownBackup): boolean {
  if (objects.has(MANIFEST)) return false;
  return [...objects.values()].every(({ modifiedAt }) => modifiedAt < now() - OLD);
}

const byPrefix = ({ prefix }: ListedImage) => prefix;
const sorted = { left: byPrefix, right: byPrefix };

/** Photos that neither the next older nor the next newer of those that stay names: nearly always no other one does. */
async function noteWhatOnlyItNames(place: FileStore, one: KnownBackup, staying: readonly KnownBackup[]): Promise<void> {
  if (one.manifest?.list.photos !== "carried") return;
  const newer = staying.findLast(({ time }) => time > one.time);
  const older = staying.find(({ time }) => time < one.time);
  let only: AsyncIterable<ListedImage> = listOf(place, one);
  for (const neighbour of [newer, older]) if (neighbour) only = without(only, listOf(place, neighbour));
  for await (const images of inBatches(only, 10_000)) await noteUnused(place, one.name, images);
}

function listOf(place: FileStore, { name, manifest }: KnownBackup): AsyncIterable<ListedImage> {
  return readList(place, `${name}/`, manifest!.list);
}

async function* without(images: AsyncIterable<ListedImage>, others: AsyncIterable<ListedImage>) {
  for await (const [image, other] of besides(images, others, sorted)) if (!other) yield image;
}

/** Once a day: what was noted is looked for in every list that stays, and goes where none names it. */
async function removeUnused(place: FileStore, staying: readonly KnownBackup[]): Promise<void> {
  const noted = await readUnused(place, OLD);
  if (noted.images.size === 0) return forgetUnused(place, noted.keys);
  for (const one of staying) {
    if (one.manifest!.list.photos !== "carried") continue;
    for await (const { prefix } of listOf(place, one)) noted.images.delete(prefix);
  }
  const keys = [...noted.images.values()].flatMap(({ prefix, files }) =>
    files.map(({ suffix }) => CARRIED + prefix + suffix),
  );
  // What is looked at goes at once: a backup under way may store one of them again.
  for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
    const old: string[] = [];
    await forEachInLanes(keys.slice(at, at + REMOVED_AT_ONCE), AT_ONCE, async (key) => {
      // One that has just been stored belongs to a backup that is under way.
      if (await isOld(place, key)) old.push(key);
    });
    await place.removeMany(old);
  }
  await forgetUnused(place, noted.keys);
}

async function isOld(place: FileStore, key: string): Promise<boolean> {
  if (place instanceof FolderStore) {
    // A second name of a file has the file's own time of change, but not the time at which it was given.
    const facts = await stat(path.join(place.root, key)).catch(() => null);
    return facts !== null && facts.ctimeMs < now() - OLD;
  }
  const facts = await place.stat(key);
  return facts !== null && facts.modifiedAt < now() - OLD;
}
