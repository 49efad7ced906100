import path from "node:path";
import { env } from "~/env.server";
import { IMAGE_WIDTHS, type ImageKind, LIGHT_WIDTHS, parseImageName, renditionWidths } from "~/lib/images";
import { logJobFault } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { StoreUnavailableError } from "./store/file-store";
import { canRemoveFiles } from "./store/ownership.server";
import { photoStore } from "./store/photo-store.server";

export const ANIMATION_SUFFIX = "-full.webp";

const STORED_FILE = /^([0-9a-z]+_\d+x\d+_[0-9a-f]{6}(?:_a)?)-(?:\d{2,4}\.(?:jpg|webp|avif)|full\.webp)$/;

const MAX_REMOVED_DURING_REQUEST = 500;

/** On the photo folder's file system, if any, so that a rename can move uploads into place. */
export function stagingRoot(): string {
  return path.join(env().UPLOADS_DIR, ".tmp");
}

/** Without ".jpg"; the names of all its files start with it. */
export function imageStem(name: string): string {
  return name.slice(0, -".jpg".length);
}

/**
 * `<kind>/<two letters>/<stem><suffix>`. The letters keep folders small; the stem is the whole name, so that a file can
 * be looked up in the database.
 * @returns null for any other name: no other text becomes part of a path
 */
export function storedKey(kind: ImageKind, name: string, suffix: string): string | null {
  const facts = parseImageName(name);
  return facts && `${kind}/${facts.id.slice(0, 2)}/${imageStem(name)}${suffix}`;
}

/** In formats that every browser supports; WebP and AVIF are optional. Empty for other names. */
export function neededFiles(kind: ImageKind, name: string): string[] {
  const facts = parseImageName(name);
  if (!facts) return [];
  const suffixes = renditionWidths(kind, facts.width).map((width) => `-${width}.jpg`);
  if (facts.isAnimated) suffixes.push(ANIMATION_SUFFIX);
  return suffixes.map((suffix) => storedKey(kind, name, suffix)!);
}

/** Empty for other names. */
export function possibleFiles(kind: ImageKind, name: string): string[] {
  const sizes = IMAGE_WIDTHS[kind].flatMap((width) => [`-${width}.jpg`, `-${width}.webp`, `-${width}.avif`]);
  const suffixes = [...sizes, ...LIGHT_WIDTHS[kind].map((width) => `-${width}.avif`), ANIMATION_SUFFIX];
  return suffixes.map((suffix) => storedKey(kind, name, suffix)).filter((key) => key !== null);
}

/** Null for a foreign file. */
export function imageOfFile(filename: string): string | null {
  const stem = STORED_FILE.exec(filename)?.[1];
  return stem !== undefined && parseImageName(`${stem}.jpg`) ? `${stem}.jpg` : null;
}

/** Null for a foreign file. */
export function imageOfKey(kind: ImageKind, key: string): string | null {
  const name = imageOfFile(path.posix.basename(key));
  const letters = name === null ? undefined : parseImageName(name)?.id.slice(0, 2);
  return key === `${kind}/${letters}/${path.posix.basename(key)}` ? name : null;
}

/**
 * Call it after the transaction that deleted their last row. Ignores other names (defaults, URLs) and missing files; if
 * the store is unavailable, the next sweep deletes them. Waits for at most `MAX_REMOVED_DURING_REQUEST`.
 */
export async function removeImages(kind: ImageKind, names: readonly string[]): Promise<void> {
  await deleteFiles(kind, names.slice(0, MAX_REMOVED_DURING_REQUEST));
  deleteFiles(kind, names.slice(MAX_REMOVED_DURING_REQUEST)).catch((error) =>
    logJobFault(error, "files of deleted images not deleted: left to the next sweep"),
  );
}

async function deleteFiles(kind: ImageKind, names: readonly string[]): Promise<void> {
  const keys = names.flatMap((name) => possibleFiles(kind, name));
  if (keys.length === 0) return;
  try {
    if (await canRemoveFiles()) await (await photoStore()).removeMany(keys);
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    log.warn({ err: error, images: names.length }, "files of deleted images not deleted: left to the next sweep");
  }
}
