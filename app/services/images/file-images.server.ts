import { imageClaims } from "~/db/image-names.server";
import { type ImageKind, parseImageName } from "~/lib/image-name";
import { imageOfFile } from "./files.server";

export const IMAGE_KINDS: readonly ImageKind[] = ["photos", "users"];

/** The image that a file of the store belongs to, by the file's name in it; null for a foreign file. */
export function imageOfKey(kind: ImageKind, key: string): string | null {
  const [folder, letters, filename = "", ...rest] = key.split("/");
  const name = imageOfFile(filename);
  const own = folder === kind && rest.length === 0 && name !== null && parseImageName(name)?.id.slice(0, 2) === letters;
  return own ? name : null;
}

/** How many names one look-up takes. */
const AT_ONCE = 500;

/**
 * Of these images, the ones whose files somebody needs: a row shows them, or they are being added. Ask it after the files
 * were listed: a file is there, and claimed, before its row is, and still there when its row is gone.
 */
export function neededImages(kind: ImageKind, names: Iterable<string>): Set<string> {
  const needed = new Set<string>();
  for (const some of portionsOf([...new Set(names)])) {
    const { shown, coming } = imageClaims(kind, some);
    for (const name of [...shown, ...coming]) needed.add(name);
  }
  return needed;
}

/** Of these images, the ones that nothing in the database speaks of: no row, and nobody adds or removes them. */
export function unclaimedImages(kind: ImageKind, names: Iterable<string>): Set<string> {
  const unclaimed = new Set(names);
  for (const some of portionsOf([...unclaimed])) {
    const { shown, coming, going } = imageClaims(kind, some);
    for (const name of [...shown, ...coming, ...going]) unclaimed.delete(name);
  }
  return unclaimed;
}

function* portionsOf(names: string[]): Generator<string[]> {
  for (let at = 0; at < names.length; at += AT_ONCE) yield names.slice(at, at + AT_ONCE);
}
