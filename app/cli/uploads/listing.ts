import type { ImageKind } from "~/lib/image-name";
import { imageOfKey } from "~/services/images/file-images.server";
import type { FileFacts, FileStore } from "~/services/images/store";
import { CommandError } from "../run-command";
import type { Patience } from "./patience";

/** A file of a store, as it was listed. */
export type ListedFile = FileFacts & { key: string };

/** A file that belongs to an image. */
export type ImageFile = ListedFile & { image: string };

/**
 * The files of a kind of images in a store, in the order of their names; a list that breaks off is begun again where it
 * ended.
 * @param foreign is told of each file that belongs to no image
 * @throws StoreUnavailableError; CommandError where the store lists them in another order
 */
export async function* imageFiles(
  store: FileStore,
  kind: ImageKind,
  patience: Patience,
  foreign: (file: ListedFile) => void,
): AsyncGenerator<ImageFile> {
  let last = "";
  for await (const file of listPatiently(store, `${kind}/`, patience)) {
    const image = imageOfKey(kind, file.key);
    if (image === null) foreign(file);
    else if (file.key < last)
      throw new CommandError(`${store.label} does not list its files in the order of their names.`);
    else {
      last = file.key;
      yield { ...file, image };
    }
  }
}

async function* listPatiently(store: FileStore, prefix: string, patience: Patience): AsyncGenerator<ListedFile> {
  const wait = patience.begin();
  let last = "";
  for (let again = false; ; again = true) {
    try {
      for await (const file of store.list(prefix)) {
        wait.worked();
        if (again && file.key <= last) continue;
        last = file.key;
        yield file;
      }
      return;
    } catch (error) {
      await wait.after(error);
    }
  }
}

/** A file of one store, and what the other has under its name. */
export interface Pair {
  file: ImageFile;
  there: FileFacts | null;
}

/** Every file of one list with its like of another; both are in order, so that neither has to be kept. */
export async function* pairsOf(
  files: AsyncIterable<ImageFile>,
  others: AsyncIterable<ImageFile>,
): AsyncGenerator<Pair> {
  const other = others[Symbol.asyncIterator]();
  try {
    let next = await other.next();
    for await (const file of files) {
      while (!next.done && next.value.key < file.key) next = await other.next();
      yield { file, there: !next.done && next.value.key === file.key ? next.value : null };
    }
  } finally {
    await other.return?.();
  }
}
