import { env } from "~/env.server";
import type { StoreLocation } from "~/lib/store-location";
import { FolderStore } from "./folder-store.server";
import type { FileStore } from "./store";

/** Opens a store; nothing is asked of it yet. @param location with an absolute path where it is a folder */
export async function openStore(location: StoreLocation): Promise<FileStore> {
  if (location.kind === "folder") return new FolderStore(location.path);
  // Only who has an object store pays for loading its client.
  const { BucketStore } = await import("./bucket-store.server");
  return new BucketStore(location);
}

let current: { location: StoreLocation; store: Promise<FileStore> } | undefined;

/** The store of the site's photos (UPLOADS_URL, UPLOADS_DIR), one a process. */
export function photoStore(): Promise<FileStore> {
  const location = env().photoStore;
  if (current?.location !== location) current = { location, store: openStore(location) };
  return current.store;
}

/** Tells `failed` of each operation that the photo store could not do; without it nothing is watched. */
export function onPhotoStoreFailure(failed: (operation: StoreOperation) => void): void {
  const store = photoStore().then((opened) => watched(opened, failed));
  // The caller learns why there is no store.
  store.catch(() => undefined);
  current = { location: env().photoStore, store };
}

/** What is asked of a store. */
export const STORE_OPERATIONS = ["put", "open", "stat", "remove", "list", "probe"] as const;

type StoreOperation = (typeof STORE_OPERATIONS)[number];

/** A store that tells `failed` of each operation that it could not do. */
function watched(store: FileStore, failed: (operation: StoreOperation) => void): FileStore {
  const tried = <Asked extends unknown[], T>(operation: StoreOperation, work: (...asked: Asked) => Promise<T>) => {
    return (...asked: Asked) =>
      work.apply(store, asked).catch((error) => {
        failed(operation);
        throw error;
      });
  };
  return {
    label: store.label,
    put: tried("put", store.put),
    open: tried("open", store.open),
    stat: tried("stat", store.stat),
    removeMany: tried("remove", store.removeMany),
    probe: tried("probe", store.probe),
    async *list(folder) {
      try {
        yield* store.list(folder);
      } catch (error) {
        failed("list");
        throw error;
      }
    },
  };
}
