import { IMAGE_KINDS, type ImageKind } from "~/lib/images";
import { formatCount } from "~/lib/text";
import { HOUR, now } from "~/lib/time";
import { imageOfKey, neededFiles } from "~/services/images/files.server";
import { imageNamesInOrder, referencedImages } from "~/services/images/references.server";
import type { FileFacts, FileStore } from "~/services/images/store/file-store";
import { forEachInPool } from "~/services/images/store/pool.server";

export interface Checked {
  files: number;
  bytes: number;
  images: number;
  /** Required by rows. */
  missing: Findings;
  /** Without a row, older than an hour; newer ones may be uploads without a row yet. */
  unused: Findings;
  /** Not created by the site. */
  foreign: Findings;
  /** Zero bytes, with a row. */
  empty: Findings;
}

interface Candidate {
  image: string;
  named: boolean;
  files: (FileFacts & { key: string })[];
}

const AT_ONCE = 16;

/**
 * Checks every difference a second time, because users add and delete photos meanwhile.
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
  const sizes = new Map<string, number | null>();
  const keys = suspects.flatMap((suspect) => keysToAsk(kind, suspect, !before.has(suspect.image)));
  await forEachInPool(keys, AT_ONCE, async (key) => {
    sizes.set(key, (await store.stat(key))?.size ?? null);
  });
  // Its row was deleted meanwhile: it needs no files.
  const after = referencedImages(kind, names);
  const youngest = now() - HOUR;
  for (const { image, named, files } of suspects) {
    const ownKeys = files.map(({ key }) => key);
    if (!before.has(image) && !after.has(image)) {
      const old = files.filter(({ modifiedAt }) => modifiedAt < youngest).map(({ key }) => key);
      checked.unused.addAll(old.filter((key) => typeof sizes.get(key) === "number"));
    }
    if (!named || !after.has(image)) continue;
    checked.missing.addAll(neededFiles(kind, image).filter((key) => sizes.get(key) === null));
    checked.empty.addAll(ownKeys.filter((key) => sizes.get(key) === 0));
  }
}

/** Missing from the list, zero bytes, or without a row. */
function keysToAsk(kind: ImageKind, { image, named, files }: Candidate, isUnused: boolean): string[] {
  const listedKeys = new Set(files.map(({ key }) => key));
  const missing = named ? neededFiles(kind, image).filter((key) => !listedKeys.has(key)) : [];
  return [...missing, ...files.filter(({ size }) => isUnused || size === 0).map(({ key }) => key)];
}

/** The rest are only counted. */
const MAX_LISTED = 20;

/** Their number, and the first few. */
export class Findings {
  count = 0;
  readonly first: string[] = [];

  add(name: string): void {
    this.count += 1;
    if (this.first.length < MAX_LISTED) this.first.push(name);
  }

  addAll(names: readonly string[]): void {
    for (const name of names) this.add(name);
  }

  /** All lines start with the same word. */
  lines(word: string): string[] {
    const more = this.count - this.first.length;
    return [
      `${word} ${this.count}`,
      ...this.first.map((name) => `  ${word} ${name}`),
      ...(more > 0 ? [`  ${word} … and ${formatCount(more)} more`] : []),
    ];
  }
}
