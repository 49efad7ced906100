import { imageNamesInOrder } from "~/db/image-names.server";
import type { ImageKind } from "~/lib/image-name";
import { IMAGE_KINDS, neededImages, unclaimedImages } from "~/services/images/file-images.server";
import { neededFiles } from "~/services/images/files.server";
import { forEachInLanes } from "~/services/images/lanes.server";
import type { FileStore } from "~/services/images/store";
import { Findings } from "./findings";
import { type ImageFile, imageFiles } from "./listing";
import { Patience } from "./patience";

/** What does not agree between rows and files. */
export interface Checked {
  /** Files that were listed, and their bytes. */
  files: number;
  bytes: number;
  /** Images that rows name. */
  images: number;
  /** Files that rows need and the store does not have. */
  missing: Findings;
  /** Files that belong to no row, and are nobody's who is at work. */
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
  files: ImageFile[];
}

/** Images looked at again at once, and requests at the same time. */
const BATCH = 200;
const AT_ONCE = 16;

/**
 * Compares the rows' images and the files of a store, both in order. Whatever looks wrong is looked up again before it
 * counts, because people add and remove photos meanwhile.
 * @param patience how long the store may be away in between, ms
 * @throws StoreUnavailableError
 */
export async function checkFiles(store: FileStore, patience: number): Promise<Checked> {
  const [missing, unused, foreign, empty] = [new Findings(), new Findings(), new Findings(), new Findings()];
  const checked: Checked = { files: 0, bytes: 0, images: 0, missing, unused, foreign, empty };
  for (const kind of IMAGE_KINDS) {
    const listed = imageFiles(store, kind, new Patience(patience), ({ key }) => foreign.add(key));
    let suspects: Candidate[] = [];
    for await (const candidate of candidatesOf(imageNamesInOrder(kind), groupsOf(listed))) {
      checked.files += candidate.files.length;
      for (const { size } of candidate.files) checked.bytes += size;
      if (candidate.named) checked.images += 1;
      if (isSound(kind, candidate)) continue;
      if (suspects.push(candidate) < BATCH) continue;
      await lookAgain(store, kind, suspects, checked);
      suspects = [];
    }
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
  const unclaimed = unclaimedImages(
    kind,
    suspects.map(({ image }) => image),
  );
  const found = new Map<string, number | null>();
  const keys = suspects.flatMap((one) => keysToAsk(kind, one, unclaimed.has(one.image)));
  await forEachInLanes(keys, AT_ONCE, async (key) => {
    found.set(key, (await store.stat(key))?.size ?? null);
  });
  // Whose row has gone while its files were asked for needs none.
  const needed = neededImages(
    kind,
    suspects.flatMap(({ image, named }) => (named ? [image] : [])),
  );
  const still = unclaimedImages(kind, unclaimed);
  for (const { image, files } of suspects) {
    const own = files.map(({ key }) => key);
    if (still.has(image)) checked.unused.addAll(own.filter((key) => typeof found.get(key) === "number"));
    if (!needed.has(image)) continue;
    checked.missing.addAll(neededFiles(kind, image).filter((key) => found.get(key) === null));
    checked.empty.addAll(own.filter((key) => found.get(key) === 0));
  }
}

/** Files that the list has not shown, or shown without bytes, or that nobody claims. */
function keysToAsk(kind: ImageKind, { image, named, files }: Candidate, unclaimed: boolean): string[] {
  const listed = new Set(files.map(({ key }) => key));
  const missing = named ? neededFiles(kind, image).filter((key) => !listed.has(key)) : [];
  return [...missing, ...files.filter(({ size }) => unclaimed || size === 0).map(({ key }) => key)];
}

/** Names of rows and images with files, both in order, as one. */
async function* candidatesOf(names: Iterator<string>, groups: AsyncIterable<ImageFile[]>): AsyncGenerator<Candidate> {
  let name = names.next();
  for await (const files of groups) {
    const { image } = files[0]!;
    for (; !name.done && name.value < image; name = names.next()) yield { image: name.value, named: true, files: [] };
    const named = !name.done && name.value === image;
    yield { image, named, files };
    if (named) name = names.next();
  }
  for (; !name.done; name = names.next()) yield { image: name.value, named: true, files: [] };
}

/** The files of an image stand beside each other, as their names begin alike. */
async function* groupsOf(files: AsyncIterable<ImageFile>): AsyncGenerator<ImageFile[]> {
  let group: ImageFile[] = [];
  for await (const file of files) {
    if (group.length > 0 && group[0]!.image !== file.image) {
      yield group;
      group = [];
    }
    group.push(file);
  }
  if (group.length > 0) yield group;
}
