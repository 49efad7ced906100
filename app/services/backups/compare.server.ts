import type { FileStore } from "../images/store";
import { sumFile } from "./carry.server";
import { besides, type ListedFile, type ListedImage } from "./list-lines";
import type { StoreFile } from "./look-up.server";
import { KINDS } from "./mentioned.server";

/** A file that is not in a store as a list has it. */
export interface Difference {
  key: string;
  how: "is missing" | "is damaged";
}

/**
 * Compares a list with the files of a store, size and checksum of each.
 * @param below what the names of the files begin with in the store
 * @throws (while it is read) StoreUnavailableError
 */
export async function* differences(
  list: AsyncIterable<ListedImage>,
  store: FileStore,
  below = "",
): AsyncGenerator<Difference> {
  const pairs = besides(filesIn(list), allFiles(store, below), {
    left: ({ key }) => below + key,
    right: ({ key }) => key,
  });
  for await (const [{ key, bytes, md5 }, file] of pairs) {
    if (!file) yield { key, how: "is missing" };
    else if (file.size !== bytes || (await sumOfStored(store, file)) !== md5) yield { key, how: "is damaged" };
  }
}

async function sumOfStored(store: FileStore, { key, md5 }: StoreFile): Promise<string | null> {
  return md5 ?? (await sumFile(store, key))?.md5 ?? null;
}

type NamedFile = ListedFile & { key: string };

/** The files of a list, one by one. */
export async function* filesIn(list: AsyncIterable<ListedImage>): AsyncGenerator<NamedFile> {
  for await (const { prefix, files } of list) for (const file of files) yield { key: prefix + file.suffix, ...file };
}

/** All photos of a store. */
export async function* allFiles(store: FileStore, below = ""): AsyncGenerator<StoreFile> {
  for (const kind of KINDS) yield* store.list(`${below}${kind}/`);
}
