import path from "node:path";
import { beginAdding, endAdding, forgetIntents, voidIntents } from "~/db/image-intents.server";
import type { ImageKind } from "~/lib/image-name";
import { now, SECOND } from "~/lib/time";
import { log } from "~/services/log/log.server";
import { possibleFiles, storedKey } from "./files.server";
import type { TemporaryFolder } from "./folder.server";
import { StoreUnavailableError } from "./store";
import { photoStore } from "./stores.server";

/** One stored image. */
export interface StoredImage {
  name: string;
  /** Total size of its files. */
  bytes: number;
}

/** Images whose files are on this machine and not yet in the photo store. */
export interface StagedImages {
  /** In the order in which the files were given. */
  images: StoredImage[];
  /**
   * Stores the files for good. Call it before the rows are written, so that a row never refers to missing files.
   * @throws StoreUnavailableError
   */
  commit(): Promise<void>;
  /** Call it in the transaction that writes the rows: from here on they say that the files are used. */
  release(): void;
  /** Removes what is left on this machine. */
  drop(): Promise<void>;
  /** Removes all files, committed or not; where the store is away (`error` says so), a sweep does it later. */
  discard(error?: unknown): Promise<void>;
}

/** One file of an image that waits in a temporary folder. */
export interface Piece {
  name: string;
  suffix: string;
  bytes: number;
}

/**
 * What can be done with images in a temporary folder.
 * @param pieces the files of each image
 */
export function stagedIn(folder: TemporaryFolder, kind: ImageKind, pieces: Piece[][]): StagedImages {
  const images = pieces.map((files) => ({
    name: files[0]!.name,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  }));
  const names = images.map(({ name }) => name);
  const holder = path.basename(folder.path);
  let begun = false;
  return {
    images,
    async commit() {
      const files = pieces.flat().map(({ name, suffix }) => {
        const key = storedKey(kind, name, suffix)!;
        return { key, path: path.join(folder.path, path.basename(key)) };
      });
      begun = true;
      beginAdding(kind, names, holder);
      await (await photoStore()).put(files);
    },
    release: () => endAdding(kind, names, holder),
    drop: folder.drop,
    async discard(error) {
      if (begun) await takeBack(kind, names, holder, error instanceof StoreUnavailableError);
      await folder.drop();
    },
  };
}

/** For how long a file may still arrive in a store that has not answered, ms. */
const STRAGGLING = 10 * SECOND;

/**
 * Never throws: whoever waits is to hear what went wrong before. What it cannot do, a sweep does; nobody waits for a store
 * that is away a second time.
 */
async function takeBack(kind: ImageKind, names: string[], holder: string, away: boolean): Promise<void> {
  try {
    if (away) return voidIntents(holder, now() + STRAGGLING);
    voidIntents(holder);
    // They are our own, whoever owns the store.
    await (await photoStore()).removeMany(names.flatMap((name) => possibleFiles(kind, name)));
    forgetIntents(kind, names);
  } catch (error) {
    log.warn({ err: error, images: names.length }, "an upload that failed is taken back later");
  }
}
