import type { TrayItem } from "./item";
import { isStillThere } from "./sender";

/** One database per site; `clear-on-logout.ts` deletes it by this name. */
const PHOTO_SHELF = "paddock-photos";

export const PENDING_TTL_MS = 24 * 60 * 60 * 1000;

interface PendingPhoto {
  id: string;
  /** User and form. */
  owner: string;
  name: string;
  url?: string;
  done: boolean;
  /** Of the choice, ms since 1970. */
  at: number;
}

interface PendingForm {
  owner: string;
  originals: boolean;
  order: string[];
  /** In the submitted form, until the result is known. */
  sentWith?: string[] | undefined;
}

interface PendingBytes {
  file?: Blob;
  jpeg?: Blob | undefined;
  small?: Blob | undefined;
  thumb?: Blob | undefined;
}

interface StoredTray {
  form: PendingForm | undefined;
  photos: (PendingPhoto & PendingBytes)[];
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(PHOTO_SHELF, 1);
  request.onupgradeneeded = () => {
    const { result } = request;
    result.createObjectStore("forms", { keyPath: "owner" });
    result.createObjectStore("photos", { keyPath: "id" });
    // A new upload URL does not rewrite them.
    result.createObjectStore("bytes");
  };
  return settled(request).then((database) => {
    // Logout deletes the database, in other tabs too.
    database.onversionchange = () => database.close();
    return database;
  });
}

const keyOfResized = (id: string) => `${id} made`;

/**
 * One user's photos in one form. Without storage (a private window, a full disk) writes silently do nothing: the tray
 * then lives as long as its page.
 */
export class PendingPhotos {
  readonly #owner: string;
  readonly #database: Promise<IDBDatabase | undefined>;

  constructor(owner: string) {
    this.#owner = owner;
    this.#database = openDatabase().catch(() => undefined);
  }

  /** In order. Deletes photos older than 24 h, of any user. */
  async load(): Promise<StoredTray> {
    const nothing = { form: undefined, photos: [] };
    const database = await this.#database;
    if (!database) return nothing;
    try {
      const stores = database.transaction(["forms", "photos", "bytes"], "readwrite");
      const [form, all] = await Promise.all([
        settled<PendingForm | undefined>(stores.objectStore("forms").get(this.#owner)),
        settled<PendingPhoto[]>(stores.objectStore("photos").getAll()),
      ]);
      const old = all.filter(({ at }) => at < Date.now() - PENDING_TTL_MS);
      for (const { id } of old) forget(stores, id);
      const ownPhotos = all.filter((photo) => photo.owner === this.#owner && !old.includes(photo));
      const bytes = stores.objectStore("bytes");
      const photos = await Promise.all(
        ownPhotos.map(async (photo) => ({
          ...photo,
          ...(await settled<PendingBytes | undefined>(bytes.get(keyOfResized(photo.id)))),
          ...(await settled<PendingBytes | undefined>(bytes.get(photo.id))),
        })),
      );
      const place = ({ id }: PendingPhoto) => form?.order.indexOf(id) ?? 0;
      return { form, photos: photos.sort((a, b) => place(a) - place(b)) };
    } catch {
      return nothing;
    }
  }

  keepForm(form: Omit<PendingForm, "owner">): Promise<void> {
    return this.#write((stores) => void stores.objectStore("forms").put({ ...form, owner: this.#owner }));
  }

  keepPhoto(photo: Omit<PendingPhoto, "owner">): Promise<void> {
    return this.#write((stores) => void stores.objectStore("photos").put({ ...photo, owner: this.#owner }));
  }

  keepFile(id: string, file: Blob): Promise<void> {
    return this.#write((stores) => void stores.objectStore("bytes").put({ file }, id));
  }

  storeResized(id: string, bytes: Omit<PendingBytes, "file">): Promise<void> {
    return this.#write((stores) => void stores.objectStore("bytes").put(bytes, keyOfResized(id)));
  }

  drop(ids: string[]): Promise<void> {
    return this.#write((stores) => {
      for (const id of ids) forget(stores, id);
    });
  }

  async close(): Promise<void> {
    (await this.#database)?.close();
  }

  async #write(write: (stores: IDBTransaction) => void): Promise<void> {
    const database = await this.#database;
    if (!database) return;
    try {
      const stores = database.transaction(["forms", "photos", "bytes"], "readwrite");
      write(stores);
      await new Promise((resolve) => {
        stores.oncomplete = resolve;
        stores.onabort = resolve;
      });
    } catch {
      // Deleted by a logout, or storage full: the tray works without.
    }
  }
}

function forget(stores: IDBTransaction, id: string): void {
  stores.objectStore("photos").delete(id);
  stores.objectStore("bytes").delete(id);
  stores.objectStore("bytes").delete(keyOfResized(id));
}

/**
 * If the form was sent and no response arrived, photos missing on the server were used by it and are not restored.
 * @returns `used`: ids no longer needed
 */
export async function restoreItems({ form, photos }: StoredTray) {
  const areWanted = await Promise.all(photos.map((photo) => isWanted(photo, form)));
  return {
    photos: photos.flatMap((photo, index) => (areWanted[index] && photo.file ? [revived(photo, photo.file)] : [])),
    used: photos.filter((_, index) => !areWanted[index]).map(({ id }) => id),
    originals: form?.originals ?? false,
  };
}

async function isWanted(
  { id, file, url }: PendingPhoto & PendingBytes,
  form: PendingForm | undefined,
): Promise<boolean> {
  if (!file || !form) return false;
  if (!form.sentWith?.includes(id)) return true;
  return url !== undefined && (await isStillThere(url)) !== false;
}

function revived({ id, name, url, done, at, jpeg, small, thumb }: PendingPhoto & PendingBytes, file: Blob): TrayItem {
  // Uploads start after preparation.
  const isPrepared = thumb !== undefined || url !== undefined;
  return {
    id,
    name,
    at,
    file,
    jpeg,
    small,
    url,
    thumb: URL.createObjectURL(thumb ?? file),
    stage: done ? "ready" : isPrepared ? "queued" : "preparing",
    sent: done ? 1 : 0,
  };
}
