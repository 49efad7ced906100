import { forEachInLanes, inBatches } from "../images/lanes.server";
import type { FileFacts, FileStore } from "../images/store";
import { besides, type ListedImage } from "./list-lines";
import { KINDS, type Mention } from "./mentioned.server";

/** A file as a store lists it. */
export type StoreFile = FileFacts & { key: string };

/** A photo that rows mention: what an earlier list says of it, or else what the store has. */
export type LookedUp = { mention: Mention } & ({ known: ListedImage } | { found: StoreFile[] });

/** Photos looked up together. */
const BATCH = 64;
/** Files of a store at work at the same time. */
export const AT_ONCE = 16;

/** Whether a list has all the files that a photo must have: files never change, so it need not be looked up again. */
function isComplete(known: ListedImage, { needed }: Mention): boolean {
  return needed.every((suffix) => known.files.some((file) => file.suffix === suffix));
}

/**
 * Looks photos up in the order of their names; memory and time for those that an earlier list knows are those of reading
 * it.
 * @param how.known an earlier list
 * @param how.many most are not in it: the whole store is listed once, instead of a request for each
 */
export async function* lookUp(
  mentions: Iterable<Mention>,
  store: FileStore,
  how: { known: AsyncIterable<ListedImage> | Iterable<ListedImage>; many: boolean },
): AsyncGenerator<LookedUp[]> {
  const byPrefix = ({ prefix }: { prefix: string }) => prefix;
  const pairs = besides(mentions, how.known, { left: byPrefix, right: byPrefix });
  const looked = how.many ? fromWhole(pairs, store) : fromEach(pairs);
  for await (const batch of inBatches(looked, BATCH)) {
    await forEachInLanes(batch, AT_ONCE, async (one) => {
      if ("found" in one && !how.many) one.found = await filesOf(store, one.mention.prefix);
    });
    yield batch;
  }
}

type Pairs = AsyncIterable<[Mention, ListedImage | undefined]>;

async function* fromEach(pairs: Pairs): AsyncGenerator<LookedUp> {
  for await (const [mention, known] of pairs) {
    yield known && isComplete(known, mention) ? { mention, known } : { mention, found: [] };
  }
}

async function* fromWhole(pairs: Pairs, store: FileStore): AsyncGenerator<LookedUp> {
  const nameOf = { left: ([{ prefix }]: [Mention, unknown]) => prefix, right: (files: StoreFile[]) => prefixOf(files) };
  for await (const [[mention, known], found] of besides(pairs, groupsIn(store), nameOf)) {
    yield known && isComplete(known, mention) ? { mention, known } : { mention, found: found ?? [] };
  }
}

const prefixOf = ([first]: StoreFile[]) => prefixOfKey(first?.key ?? "");

/** What the names of all files of the photo begin with that this file is one of. */
function prefixOfKey(key: string): string {
  return key.slice(0, key.indexOf("-") + 1);
}

/** All files of a store, those of one photo together. */
async function* groupsIn(store: FileStore): AsyncGenerator<StoreFile[]> {
  let group: StoreFile[] = [];
  for (const kind of KINDS) {
    for await (const file of store.list(`${kind}/`)) {
      if (group[0] && prefixOf(group) !== prefixOfKey(file.key)) {
        yield group;
        group = [];
      }
      group.push(file);
    }
  }
  if (group.length > 0) yield group;
}

async function filesOf(store: FileStore, prefix: string): Promise<StoreFile[]> {
  const files: StoreFile[] = [];
  for await (const file of store.list(prefix)) files.push(file);
  return files;
}
