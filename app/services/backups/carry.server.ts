import { link, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { sumOf } from "../images/copy.server";
import { FolderStore } from "../images/folder-store.server";
import { forEachInLanes } from "../images/lanes.server";
import type { FileStore, NewFile } from "../images/store";
import type { ListedFile } from "./list-lines";
import { AT_ONCE, type StoreFile } from "./look-up.server";
import { CARRIED } from "./place.server";

/** What becomes of the files of new photos: whether they are copied, and what the list says of them. */
export interface Keeper {
  photos: "carried" | "listed";
  /** Bytes added to the place so far. */
  added: number;
  /** @returns the facts of those that are still there, by their names */
  keep(files: readonly StoreFile[]): Promise<Map<string, Omit<ListedFile, "suffix">>>;
}

/**
 * Photos in a folder of this machine are copied to the place, each file once for all backups; on one disk a copy is a
 * second name of the same file. Photos on an object store stay where they are.
 * @param place null: they are copied in another way
 */
export function keeperOf(photos: FileStore, place: FileStore | null): Keeper {
  return photos instanceof FolderStore && place ? carrying(photos, place) : listing(photos);
}

function listing(photos: FileStore): Keeper {
  const keep: Keeper["keep"] = async (files) => {
    const facts = new Map<string, Omit<ListedFile, "suffix">>();
    await forEachInLanes(files, AT_ONCE, async ({ key, size, md5 }) => {
      const known = md5 === null ? await sumFile(photos, key) : { bytes: size, md5 };
      if (known) facts.set(key, known);
    });
    return facts;
  };
  return { photos: "listed", added: 0, keep };
}

/** @returns null where there is no such file */
export async function sumFile(store: FileStore, key: string): Promise<Omit<ListedFile, "suffix"> | null> {
  const file = await store.open(key);
  return file && (await sumOf(file.stream));
}

function carrying(photos: FolderStore, place: FileStore): Keeper {
  const keeper: Keeper = {
    photos: "carried",
    added: 0,
    keep: async (files) => {
      const facts = new Map<string, Omit<ListedFile, "suffix">>();
      const copies: NewFile[] = [];
      await forEachInLanes(files, AT_ONCE, async ({ key }) => {
        const known = await sumFile(photos, key);
        if (!known) return;
        const source = path.join(photos.root, key);
        const linked = place instanceof FolderStore && (await linkFile(source, path.join(place.root, CARRIED + key)));
        if (!linked) copies.push({ key: CARRIED + key, path: source, keep: true });
        facts.set(key, known);
      });
      for (const lost of await putThose(place, copies)) facts.delete(lost.slice(CARRIED.length));
      for (const { key } of copies) keeper.added += facts.get(key.slice(CARRIED.length))?.bytes ?? 0;
      return facts;
    },
  };
  return keeper;
}

/** Stores files as far as they are still there. @returns the names of the others */
async function putThose(place: FileStore, files: readonly NewFile[]): Promise<string[]> {
  try {
    if (files.length > 0) await place.put(files);
    return [];
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const lost: string[] = [];
  for (const file of files) {
    await place.put([file]).catch((error) => {
      if (!isMissing(error)) throw error;
      lost.push(file.key);
    });
  }
  return lost;
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Gives a file a second name, durably. @returns false where that cannot be, such as on another disk */
async function linkFile(source: string, target: string): Promise<boolean> {
  const beside = `${target}.part`;
  await mkdir(path.dirname(target), { recursive: true });
  await rm(beside, { force: true });
  try {
    await link(source, beside);
  } catch {
    return false;
  }
  await rename(beside, target);
  // Where both are the same file already, renaming leaves both names.
  await rm(beside, { force: true });
  // On most file systems that makes the new name durable too.
  const handle = await open(target);
  await handle.sync().finally(() => handle.close());
  return true;
}
