import type { TrayItem } from "./item";
import { isStillThere } from "./sender";

/** What a tray keeps in the browser, so that a reload or a closed tab costs nobody their choice. */

/** One database a site; `clear-on-logout.ts` deletes it at logout by this name. */
const PHOTO_SHELF = "paddock-photos";

/** How long a chosen photo is kept, ms. */
export const PENDING_TTL_MS = 24 * 60 * 60 * 1000;

/** A chosen photo without its bytes. */
interface PendingPhoto {
  id: string;
  /** Person and form. */
  owner: string;
  name: string;
  /** Where its upload is, once the server has given it an address. */
  url?: string;
  /** All of it has arrived. */
  done: boolean;
  /** When it was chosen, ms since 1970. */
  at: number;
}

interface PendingForm {
  owner: string;
  originals: boolean;
  /** Ids of its photos, in the tray's order. */
  order: string[];
  /** Ids of those with which the form has been sent, while no answer is known. */
  sentWith?: string[] | undefined;
}

/** The bytes of a photo: as it was chosen, and what was made of it. */
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
    // Bytes apart, so that a new address of an upload does not write them again.
    result.createObjectStore("bytes");
  };
  return settled(request).then((database) => {
    // Logging out deletes the database, in another tab too.
    database.onversionchange = () => database.close();
    return database;
  });
}

const made = (id: string) => `${id} made`;

/**
 * What one person chose in one form. Where the browser keeps nothing (a private window, a full disk), every write is
 * quietly none: the tray then lives as long as its page.
 */
export class PendingPhotos {
  readonly #owner: string;
  readonly #database: Promise<IDBDatabase | undefined>;

  constructor(owner: string) {
    this.#owner = owner;
    this.#database = openDatabase().catch(() => undefined);
  }

  /** The form and its photos with their bytes, in order; those older than 24 h are deleted, whoever's they are. */
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
      const own = all.filter((photo) => photo.owner === this.#owner && !old.includes(photo));
      const bytes = stores.objectStore("bytes");
      const photos = await Promise.all(
        own.map(async (photo) => ({
          ...photo,
          ...(await settled<PendingBytes | undefined>(bytes.get(made(photo.id)))),
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

  keepMade(id: string, bytes: Omit<PendingBytes, "file">): Promise<void> {
    return this.#write((stores) => void stores.objectStore("bytes").put(bytes, made(id)));
  }

  drop(ids: string[]): Promise<void> {
    return this.#write((stores) => {
      for (const id of ids) forget(stores, id);
    });
  }

  async close(): Promise<void> {
    (await this.#database)?.close();
  }

  async #write(put: (stores: IDBTransaction) => void): Promise<void> {
    const database = await this.#database;
    if (!database) return;
    try {
      const stores = database.transaction(["forms", "photos", "bytes"], "readwrite");
      put(stores);
      await new Promise((resolve) => {
        stores.oncomplete = resolve;
        stores.onabort = resolve;
      });
    } catch {
      // Deleted by a logout, or no room: the tray goes on without.
    }
  }
}

function forget(stores: IDBTransaction, id: string): void {
  stores.objectStore("photos").delete(id);
  stores.objectStore("bytes").delete(id);
  stores.objectStore("bytes").delete(made(id));
}

/**
 * Restores the items of a tray. Where the form was sent and no response was seen, photos that the server no longer has
 * were used by it, and are not restored.
 * @returns `used`: ids of those that are no longer needed
 */
export async function restoreItems({ form, photos }: StoredTray) {
  const wanted = await Promise.all(photos.map((photo) => isWanted(photo, form)));
  return {
    photos: photos.flatMap((photo, at) => (wanted[at] && photo.file ? [revived(photo, photo.file)] : [])),
    used: photos.filter((_, at) => !wanted[at]).map(({ id }) => id),
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
  // An upload is begun only with what has been prepared.
  const prepared = thumb !== undefined || url !== undefined;
  return {
    id,
    name,
    at,
    file,
    jpeg,
    small,
    url,
    thumb: URL.createObjectURL(thumb ?? file),
    stage: done ? "ready" : prepared ? "queued" : "preparing",
    sent: done ? 1 : 0,
  };
}
