import { createHash } from "node:crypto";
import { chmod, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { copyDatabase } from "~/db/client.server";
import { countImages } from "~/db/stored-images.server";
import { now } from "~/lib/time";
import { syncFile } from "../images/durable.server";
import { FolderStore } from "../images/folder-store.server";
import type { FileStore } from "../images/store";
import { type Keeper, keeperOf } from "./carry.server";
import { formatLine, type ListedImage, linesOf, parseLine } from "./list-lines";
import { type LookedUp, lookUp } from "./look-up.server";
import type { PhotoList } from "./manifest";
import { type Mention, mentionedImages } from "./mentioned.server";
import { readParts, storeInParts } from "./parts.server";

/** Photos deleted during a round make us repeat it, at most this often. */
const ROUNDS = 5;
/** Missing files that are named. */
const NAMED = 100;
/** From this share of unknown photos on the whole store is listed. */
const MANY = 0.05;

/** The database as it was at one moment, and the files that its rows need. */
export interface Snapshot {
  /** ms since 1970; what was committed before is in it. */
  time: number;
  list: PhotoList;
  /** Where the parts of the list are: below `base`, of this machine. */
  lists: { store: FolderStore; base: string };
  /** Bytes added to the place by carried photos. */
  added: number;
}

/** A list that an earlier backup has made. */
export interface EarlierList {
  images: number;
  /** The MD5 of the names of files that were missing; empty where nobody knows. */
  missing: string;
  read(): AsyncIterable<ListedImage> | Iterable<ListedImage>;
}

const NO_LIST: EarlierList = { images: 0, missing: "", read: () => [] };

/** Reads a list that is stored in parts. @throws (while it is read) BackupError, StoreUnavailableError */
export async function* readList(store: FileStore, base: string, list: PhotoList): AsyncGenerator<ListedImage> {
  for await (const line of linesOf(readParts(store, base, list))) yield parseLine(line);
}

/**
 * Copies the database to `database` while the site runs, and makes the list of the photos that its rows mention; where
 * they are in a folder, new ones are copied to `place`. A photo's files are stored before its row and removed after it, so
 * that only photos deleted meanwhile are missing: the next copy of the database no longer mentions them.
 * @param to.folder for temporary files, on the disk of the database
 * @param to.place null where photos of a folder are copied in another way
 */
export async function takeSnapshot(
  to: { database: string; folder: string; photos: FileStore; place: FileStore | null },
  earlier: EarlierList = NO_LIST,
): Promise<Snapshot> {
  const lists = new FolderStore(path.join(to.folder, "lists"));
  await mkdir(lists.root, { recursive: true });
  const keeper = keeperOf(to.photos, to.place);
  let known = earlier;
  for (let round = 1; ; round += 1) {
    await rm(to.database, { force: true });
    const time = now();
    copyDatabase(to.database);
    await chmod(to.database, 0o600);
    await syncFile(to.database);
    const base = `${round}/`;
    const list = await makeList(to.database, { ...to, lists, base, keeper, known });
    // What was missing before already is lost.
    if (list.missing.count === 0 || list.missing.md5 === known.missing || round === ROUNDS) {
      return { time, list, lists: { store: lists, base }, added: keeper.added };
    }
    known = { images: list.images, missing: list.missing.md5, read: () => readList(lists, base, list) };
  }
}

interface Making {
  folder: string;
  photos: FileStore;
  lists: FolderStore;
  base: string;
  keeper: Keeper;
  known: EarlierList;
}

async function makeList(database: string, { folder, photos, lists, base, keeper, known }: Making): Promise<PhotoList> {
  const images = countImages(database);
  const many = images - known.images > images * MANY;
  const missing = { count: 0, first: [] as string[] };
  const sums = { images: 0, count: 0, fileBytes: 0 };
  const hash = createHash("md5");
  const onMissing = ({ prefix, needed }: Mention, { files }: ListedImage) => {
    for (const suffix of needed) {
      if (files.some((file) => file.suffix === suffix)) continue;
      missing.count += 1;
      if (missing.first.length < NAMED) missing.first.push(prefix + suffix);
      hash.update(`${prefix}${suffix}\n`);
    }
  };
  const lines = async function* () {
    for await (const batch of lookUp(mentionedImages(database), photos, { known: known.read(), many })) {
      let text = "";
      for (const { mention, image } of await keepAll(batch, keeper)) {
        onMissing(mention, image);
        if (image.files.length === 0) continue;
        sums.images += 1;
        sums.count += image.files.length;
        for (const { bytes } of image.files) sums.fileBytes += bytes;
        text += formatLine(image);
      }
      yield text;
    }
  };
  const stored = await storeInParts(lines(), "photos", { store: lists, base, folder });
  return { ...stored, photos: keeper.photos, ...sums, missing: { ...missing, md5: hash.digest("hex") } };
}

async function keepAll(
  batch: readonly LookedUp[],
  keeper: Keeper,
): Promise<{ mention: Mention; image: ListedImage }[]> {
  const unknown = batch.flatMap((one) => ("found" in one ? one.found : []));
  const facts = await keeper.keep(unknown);
  return batch.map((one) => {
    if ("known" in one) return { mention: one.mention, image: one.known };
    const { prefix } = one.mention;
    const files = one.found.flatMap(({ key }) => {
      const known = facts.get(key);
      return known ? [{ suffix: key.slice(prefix.length), ...known }] : [];
    });
    return { mention: one.mention, image: { prefix, files } };
  });
}
