import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { now } from "~/lib/time";
import { newErrorId } from "~/lib/tokens.server";
import { syncFile } from "../images/durable.server";
import type { FileStore } from "../images/store";
import { formatLine, type ListedImage, parseLine } from "./list-lines";
import { readObject } from "./parts.server";
import { withWorkFolder } from "./work-folder.server";

/** What the names of these notes begin with in a place. */
const NOTES = "unused/";
/** Photos looked at in one turn, so that memory stays small; the rest comes with the next turn. */
const MOST = 200_000;

/** Notes that only a backup that goes has named these photos. */
export async function noteUnused(place: FileStore, name: string, images: readonly ListedImage[]): Promise<void> {
  await withWorkFolder(async (folder) => {
    const file = path.join(folder, "unused.gz");
    await writeFile(file, gzipSync(images.map(formatLine).join("")), { mode: 0o600 });
    await syncFile(file);
    await place.put([{ key: `${NOTES}${name}-${newErrorId()}.gz`, path: file }]);
    await rm(file, { force: true });
  });
}

/**
 * What was noted, once the oldest note is so old (ms); notes less than half as old wait for the next turn, as a backup
 * under way may have begun before them and name what they name.
 * @returns photos by the beginning of their names, and the notes that name them
 */
export async function readUnused(place: FileStore, age: number) {
  const images = new Map<string, ListedImage>();
  const notes: { key: string; modifiedAt: number }[] = [];
  for await (const { key, modifiedAt } of place.list(NOTES)) notes.push({ key, modifiedAt });
  const keys: string[] = [];
  if (!notes.some(({ modifiedAt }) => modifiedAt < now() - age)) return { images, keys };
  for (const { key, modifiedAt } of notes) {
    if (modifiedAt >= now() - age / 2) continue;
    if (images.size >= MOST) break;
    const packed = await readObject(place, key);
    const lines = packed ? gunzipSync(packed).toString("utf8").split("\n") : [];
    for (const line of lines.filter((one) => one !== "")) {
      const image = parseLine(line);
      images.set(image.prefix, image);
    }
    keys.push(key);
  }
  return { images, keys };
}

/** Removes notes. */
export async function forgetUnused(place: FileStore, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await place.removeMany(keys);
}
