import { env } from "~/env.server";
import type { StoreLocation } from "~/lib/store-location";
import type { FileStore } from "./file-store";
import { FolderStore } from "./folder-store.server";

/** Sends no request. A folder must be absolute. */
export async function openStore(location: StoreLocation): Promise<FileStore> {
  if (location.kind === "folder") return new FolderStore(location.path);
  const { BucketStore } = await import("./bucket-store.server");
  return new BucketStore(location);
}

let current: { location: StoreLocation; store: Promise<FileStore> } | undefined;

export function photoStore(): Promise<FileStore> {
  const location = env().photoStore;
  if (current?.location !== location) current = { location, store: openStore(location) };
  return current.store;
}

export function onPhotoStoreFailure(onFailure: (operation: StoreOperation) => void): void {
  const store = photoStore().then((fileStore) => watched(fileStore, onFailure));
  // The caller of `photoStore` gets this error.
  store.catch(() => undefined);
  current = { location: env().photoStore, store };
}

export const STORE_OPERATIONS = ["put", "open", "stat", "remove", "list", "probe"] as const;

type StoreOperation = (typeof STORE_OPERATIONS)[number];

function watched(store: FileStore, onFailure: (operation: StoreOperation) => void): FileStore {
  const withCount = <Args extends unknown[], T>(operation: StoreOperation, work: (...args: Args) => Promise<T>) => {
    return (...args: Args) =>
      work.apply(store, args).catch((error) => {
        onFailure(operation);
        throw error;
      });
  };
  return {
    label: store.label,
    put: withCount("put", store.put),
    open: withCount("open", store.open),
    stat: withCount("stat", store.stat),
    removeMany: withCount("remove", store.removeMany),
    probe: withCount("probe", store.probe),
    async *list(folder) {
      try {
        yield* store.list(folder);
      } catch (error) {
        onFailure("list");
        throw error;
      }
    },
  };
}
