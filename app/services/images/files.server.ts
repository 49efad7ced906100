import { rm } from "node:fs/promises";
import path from "node:path";
import { env } from "~/env.server";
import { IMAGE_WIDTHS, type ImageKind, LIGHT_WIDTHS, parseImageName, renditionWidths } from "~/lib/image-name";

export const ANIMATION_SUFFIX = "-full.webp";

/** Suffixes of all files that one image may have, appended to the stem of its name. */
const SUFFIXES: Record<ImageKind, string[]> = { photos: allSuffixes("photos"), users: allSuffixes("users") };
const KEPT_FILE = /^([0-9a-z]+_\d+x\d+_[0-9a-f]{6}(?:_a)?)-(?:\d{2,4}\.(?:jpg|webp|avif)|full\.webp)$/;

/** The folder of one kind of images: UPLOADS_DIR/photos or UPLOADS_DIR/users. */
export function imageFolder(kind: ImageKind): string {
  return path.join(env().UPLOADS_DIR, kind);
}

/** Where uploads are prepared: on the same file system as the image folders, so that they can be renamed into place. */
export function stagingRoot(): string {
  return path.join(env().UPLOADS_DIR, ".tmp");
}

/** A stored image's name without ".jpg"; the names of all its files start with it. */
export function stemOf(name: string): string {
  return name.slice(0, -".jpg".length);
}

/**
 * Path of one file of an image: `UPLOADS_DIR/<kind>/<two letters>/<stem><suffix>`. The letters keep the folders small;
 * the stem is the whole name, so that a file on disk can be looked up in the database.
 * @returns null where `name` is not the name of a stored image: no other text ever becomes part of a path
 */
export function storedPath(kind: ImageKind, name: string, suffix: string): string | null {
  const facts = parseImageName(name);
  return facts && path.join(imageFolder(kind), facts.id.slice(0, 2), stemOf(name) + suffix);
}

/**
 * The files that a stored image must have (those every browser takes), relative to UPLOADS_DIR; WebP and AVIF are
 * optional. Empty for other names.
 */
export function neededFiles(kind: ImageKind, name: string): string[] {
  const facts = parseImageName(name);
  if (!facts) return [];
  const suffixes = renditionWidths(kind, facts.width).map((width) => `-${width}.jpg`);
  if (facts.animated) suffixes.push(ANIMATION_SUFFIX);
  return suffixes.map((suffix) => path.relative(env().UPLOADS_DIR, storedPath(kind, name, suffix)!));
}

/** The name of the image that a file belongs to; null for a foreign file. */
export function imageOfFile(filename: string): string | null {
  const stem = KEPT_FILE.exec(filename)?.[1];
  return stem !== undefined && parseImageName(`${stem}.jpg`) ? `${stem}.jpg` : null;
}

/**
 * Deletes every file of these images. Names that are not stored images (defaults, URLs) and missing files are ignored,
 * so it may be repeated.
 */
export async function removeImages(kind: ImageKind, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const paths = SUFFIXES[kind].map((suffix) => storedPath(kind, name, suffix)).filter((file) => file !== null);
    await Promise.all(paths.map((file) => rm(file, { force: true })));
  }
}

function allSuffixes(kind: ImageKind): string[] {
  const sizes = IMAGE_WIDTHS[kind].flatMap((width) => [`-${width}.jpg`, `-${width}.webp`, `-${width}.avif`]);
  return [...sizes, ...LIGHT_WIDTHS[kind].map((width) => `-${width}.avif`), ANIMATION_SUFFIX];
}
