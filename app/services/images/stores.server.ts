import { env, muteStoreClient } from "~/env.server";
import type { StoreLocation } from "~/lib/store-location";
import { FolderStore } from "./folder-store.server";
import type { FileStore } from "./store";
import { type StoreOperation, WatchedStore } from "./watched-store.server";

/**
 * Opens a store; nothing is asked of it yet.
 * @param location with an absolute path where it is a folder
 */
export async function openStore(location: StoreLocation): Promise<FileStore> {
  if (location.kind === "folder") return new FolderStore(location.path);
  // Only who has an object store pays for loading its client.
  muteStoreClient();
  const { BucketStore } = await import("./bucket-store.server");
  return new BucketStore(location);
}

// On globalThis, because the server and the app's build are two bundles in one process.
const holder = globalThis as { paddockPhotoStore?: { location: StoreLocation; store: Promise<FileStore> } };

/** The store of the site's photos (UPLOADS_URL, UPLOADS_DIR), one a process. */
export function photoStore(): Promise<FileStore> {
  const location = env().photoStore;
  if (holder.paddockPhotoStore?.location !== location) {
    holder.paddockPhotoStore = { location, store: openStore(location) };
  }
  return holder.paddockPhotoStore.store;
}

/** Tells `failed` of each operation that the photo store could not do; without it nothing is watched. */
export function watchPhotoStore(failed: (operation: StoreOperation) => void): void {
  const store = photoStore().then((opened) => new WatchedStore(opened, failed));
  // Whoever asks for the store is told why there is none.
  store.catch(() => undefined);
  holder.paddockPhotoStore = { location: env().photoStore, store };
}
