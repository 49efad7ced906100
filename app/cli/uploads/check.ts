import { IMAGE_KINDS, type ImageKind } from "~/lib/images";
import { formatCount } from "~/lib/text";
import { HOUR, now } from "~/lib/time";
import { imageOfKey, neededFiles } from "~/services/images/files.server";
import { forEachInPool } from "~/services/images/pool.server";
import { imageNamesInOrder, referencedImages } from "~/services/images/references.server";
import type { FileFacts, FileStore } from "~/services/images/store";

/** What does not agree between rows and files. */
export interface Checked {
  /** Files that were listed, and their bytes. */
  files: number;
  bytes: number;
  /** Images that rows name. */
  images: number;
  /** Files that rows need and the store does not have. */
  missing: Findings;
  /** Files older than an hour that belong to no row; younger ones may still wait for theirs. */
  unused: Findings;
  /** Files that are not of the site's making. */
  foreign: Findings;
  /** Files of zero bytes that belong to a row. */
  empty: Findings;
}

/** An image that a row names or that has files, or both. */
interface Candidate {
  image: string;
  named: boolean;
  files: (FileFacts & { key: string })[];
}

/** Requests at the same time. */
const AT_ONCE = 16;

/**
 * Compares the rows' images and the files of a store. Whatever looks wrong is looked up again before it counts, because
 * people add and remove photos meanwhile.
 * @throws StoreUnavailableError
 */
export async function checkFiles(store: FileStore): Promise<Checked> {
  const [missing, unused, foreign, empty] = [new Findings(), new Findings(), new Findings(), new Findings()];
  const checked: Checked = { files: 0, bytes: 0, images: 0, missing, unused, foreign, empty };
  for (const kind of IMAGE_KINDS) {
    const candidates = new Map<string, Candidate>();
    for (const image of imageNamesInOrder(kind)) candidates.set(image, { image, named: true, files: [] });
    checked.images += candidates.size;
    for await (const file of store.list(`${kind}/`)) {
      const image = imageOfKey(kind, file.key);
      if (image === null) foreign.add(file.key);
      else {
        checked.files += 1;
        checked.bytes += file.size;
        const candidate = candidates.get(image) ?? { image, named: false, files: [] };
        candidates.set(image, candidate);
        candidate.files.push(file);
      }
    }
    const suspects = [...candidates.values()].filter((candidate) => !isSound(kind, candidate));
    await lookAgain(store, kind, suspects, checked);
  }
  return checked;
}

function isSound(kind: ImageKind, { image, named, files }: Candidate): boolean {
  if (!named || files.some(({ size }) => size === 0)) return false;
  const keys = new Set(files.map(({ key }) => key));
  return neededFiles(kind, image).every((key) => keys.has(key));
}

async function lookAgain(store: FileStore, kind: ImageKind, suspects: Candidate[], checked: Checked): Promise<void> {
  const names = suspects.map(({ image }) => image);
  const before = referencedImages(kind, names);
  const found = new Map<string, number | null>();
  const keys = suspects.flatMap((one) => keysToAsk(kind, one, !before.has(one.image)));
  await forEachInPool(keys, AT_ONCE, async (key) => {
    found.set(key, (await store.stat(key))?.size ?? null);
  });
  // Whose row has gone while its files were asked for needs none.
  const after = referencedImages(kind, names);
  const youngest = now() - HOUR;
  for (const { image, named, files } of suspects) {
    const own = files.map(({ key }) => key);
    if (!before.has(image) && !after.has(image)) {
      const old = files.filter(({ modifiedAt }) => modifiedAt < youngest).map(({ key }) => key);
      checked.unused.addAll(old.filter((key) => typeof found.get(key) === "number"));
    }
    if (!named || !after.has(image)) continue;
    checked.missing.addAll(neededFiles(kind, image).filter((key) => found.get(key) === null));
    checked.empty.addAll(own.filter((key) => found.get(key) === 0));
  }
}

/** Files that the list has not shown, or shown without bytes, or that no row names. */
function keysToAsk(kind: ImageKind, { image, named, files }: Candidate, isUnused: boolean): string[] {
  const listed = new Set(files.map(({ key }) => key));
  const missing = named ? neededFiles(kind, image).filter((key) => !listed.has(key)) : [];
  return [...missing, ...files.filter(({ size }) => isUnused || size === 0).map(({ key }) => key)];
}

/** How many are named; the rest are counted. */
const NAMED = 20;

/** Things found among millions: how many, and the first of them. */
export class Findings {
  count = 0;
  readonly first: string[] = [];

  add(name: string): void {
    this.count += 1;
    if (this.first.length < NAMED) this.first.push(name);
  }

  addAll(names: readonly string[]): void {
    for (const name of names) this.add(name);
  }

  /** A line with their number, and one for each that is named, all beginning with the same word. */
  lines(word: string): string[] {
    const more = this.count - this.first.length;
    return [
      `${word} ${this.count}`,
      ...this.first.map((name) => `  ${word} ${name}`),
      ...(more > 0 ? [`  ${word} … and ${formatCount(more)} more`] : []),
    ];
  }
}
