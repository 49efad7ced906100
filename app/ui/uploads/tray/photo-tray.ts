import { notAcceptedFile } from "~/lib/images";
import { plural } from "~/lib/text";
import {
  chooseBlob,
  countPending,
  createItem,
  inLine,
  isRejected,
  isSameFile,
  listCurrentItems,
  listWaitingItems,
  rejectionReason,
  type TrayItem,
} from "./item";
import { PendingPhotos, restoreItems } from "./pending-photos";
import { detectFormat, isReadable, Preparer, UNREADABLE } from "./prepare";
import { deleteUpload, isStillThere } from "./sender";
import { UploadQueue } from "./upload-queue";

export interface TrayState {
  photos: readonly TrayItem[];
  max: number;
  originals: boolean;
  hasSessionEnded: boolean;
  /** The last event, for screen readers. */
  news: string;
}

interface TrayOptions {
  max: number;
  /** User and form; undefined: nothing is stored. */
  owner: string | undefined;
}

/**
 * Photos upload by themselves and survive a reload, until the form was accepted with them. Those over the form's limit
 * wait for the next round.
 */
export class PhotoTray {
  readonly #shelf: PendingPhotos | undefined;
  readonly #preparer = new Preparer();
  readonly #queue: UploadQueue;
  readonly #listeners = new Set<() => void>();
  #state: TrayState;
  #sentWith: string[] | undefined;
  #closed = false;

  constructor({ max, owner }: TrayOptions) {
    this.#state = { photos: [], max, originals: false, hasSessionEnded: false, news: "" };
    this.#shelf = owner === undefined ? undefined : new PendingPhotos(owner);
    this.#queue = new UploadQueue({
      photos: () => listCurrentItems(this.#state),
      bytes: (photo) => chooseBlob(photo, this.#state.originals),
      change: (id, change) => this.#change(id, change),
      arrived: (photo) => this.#arrived(photo),
      refused: (photo) => void this.#shelf?.drop([photo.id]),
      sessionEnded: () => this.#set({ hasSessionEnded: true, news: "Your session has ended." }),
    });
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = () => this.#state;

  /** After a reload, without those already used by the form. */
  async restore(): Promise<void> {
    if (!this.#shelf) return;
    const { photos, used, originals } = await restoreItems(await this.#shelf.load());
    void this.#shelf.drop(used);
    if (this.#closed) return;
    // The user may have ticked the box meanwhile.
    this.#set({ originals: originals || this.#state.originals });
    if (photos.length === 0) return;
    this.#set({ photos: [...photos, ...this.#state.photos], news: `${plural(photos.length, "photo")} kept.` });
    this.#keepForm();
    for (const photo of photos) if (photo.stage === "preparing") void this.#prepare(photo);
    this.#queue.go();
    await this.#sendLostAgain();
  }

  /** Rejected files with the reason. If the maximum is one, the last file replaces the others. */
  async add(files: readonly File[]): Promise<void> {
    const formats = await Promise.all(files.map(detectFormat));
    if (this.#closed) return;
    const { max } = this.#state;
    const newItems: TrayItem[] = [];
    for (const [index, file] of files.entries()) {
      const good = [...this.#state.photos, ...newItems].filter((photo) => !isRejected(photo));
      const isChosen = good.some((photo) => isSameFile(photo, file));
      const message = isChosen ? `Already chosen: ${file.name}` : rejectionReason(file, formats[index]);
      if (message === undefined && max === 1) {
        for (const { id } of good) this.remove(id);
        newItems.length = 0;
      }
      newItems.push(createItem(file, message));
    }
    const rejectedPhotos = newItems.filter(isRejected);
    const good = newItems.length - rejectedPhotos.length;
    // A new choice clears earlier rejections.
    const before = this.#state.photos.filter((photo) => !isRejected(photo));
    hide(this.#state.photos.filter(isRejected));
    const photos = [...before, ...newItems];
    const line = listWaitingItems({ photos, max }).length;
    const messages = [
      good > 0 ? `${plural(good, "photo")} chosen.` : "",
      line > 0 ? `${inLine(line)}.` : "",
      ...new Set(rejectedPhotos.map(({ message }) => message)),
    ];
    this.#set({ photos, news: messages.filter(Boolean).join(" ") });
    this.#keepForm();
    for (const photo of newItems) if (!isRejected(photo)) void this.#prepare(photo);
  }

  remove(id: string): void {
    const photo = this.#find(id);
    if (!photo) return;
    this.#queue.stop(id);
    if (photo.url) deleteUpload(photo.url);
    hide([photo]);
    this.#set({
      photos: this.#state.photos.filter((otherPhoto) => otherPhoto !== photo),
      news: `“${photo.name}” removed.`,
    });
    void this.#shelf?.drop([id]);
    this.#keepForm();
    this.#queue.go();
  }

  /** -1 is earlier. */
  move(id: string, by: -1 | 1): void {
    const good = this.#state.photos.filter((photo) => !isRejected(photo));
    const index = good.findIndex((photo) => photo.id === id);
    const movedPhoto = good[index];
    const neighbour = good[index + by];
    if (!movedPhoto || !neighbour) return;
    good[index] = neighbour;
    good[index + by] = movedPhoto;
    const news = `“${movedPhoto.name}” is number ${index + by + 1} of ${good.length}.`;
    this.#set({ photos: [...good, ...this.#state.photos.filter(isRejected)], news });
    this.#keepForm();
  }

  /** At once, instead of after the delay or login. */
  retry(): void {
    if (this.#state.hasSessionEnded) this.#set({ hasSessionEnded: false });
    this.#queue.retry();
  }

  /** Photos already sent otherwise are sent again. */
  setOriginals(originals: boolean): void {
    const changedPhotos = this.#state.photos.filter((photo) => photo.small && !isRejected(photo));
    this.#set({ originals });
    this.#keepForm();
    for (const { id, url, stage } of changedPhotos) {
      if (stage === "preparing") continue;
      this.#queue.stop(id);
      if (url) deleteUpload(url);
      this.#change(id, { url: undefined, stage: "queued", sent: 0 });
    }
    this.#queue.go();
  }

  /** Until the response, the photos may be in use. */
  formSent(): void {
    this.#sentWith = listCurrentItems(this.#state).map(({ id }) => id);
    this.#keepForm();
  }

  /** Photos missing on the server are sent again. */
  async formRefused(): Promise<void> {
    if (!this.#sentWith) return;
    this.#sentWith = undefined;
    this.#keepForm();
    await this.#sendLostAgain();
  }

  async #sendLostAgain(): Promise<void> {
    for (const { id, url, stage } of this.#state.photos) {
      if (!url || stage !== "ready" || (await isStillThere(url)) !== false) continue;
      if (this.#find(id)?.url === url) this.#change(id, { url: undefined, stage: "queued", sent: 0 });
    }
    this.#queue.go();
  }

  /**
   * Removes photos used by the server; the others stay for the next round.
   * @returns whether photos are left
   */
  async formTaken(): Promise<boolean> {
    const usedIds = await this.#takeUsed();
    if (usedIds.size === 0 || this.#closed) return false;
    const remaining = this.#without(usedIds);
    hide(this.#state.photos.filter((photo) => !remaining.includes(photo)));
    const news = remaining.length > 0 ? `${plural(remaining.length, "photo")} left for the next round.` : "";
    this.#set({ photos: remaining, news });
    this.#keepForm();
    this.#queue.go();
    return remaining.length > 0;
  }

  takeOver(leftovers: readonly TrayItem[]): void {
    if (this.#closed || leftovers.length === 0) return;
    const photos = leftovers.map(
      ({ id, name, file, at }): TrayItem => ({ id, name, file, at, stage: "preparing", sent: 0 }),
    );
    this.#set({ photos: [...this.#state.photos, ...photos], news: `${plural(leftovers.length, "photo")} kept.` });
    this.#keepForm();
    for (const photo of photos) void this.#prepare(photo);
  }

  /**
   * Removes photos already used by a form.
   * @returns the photos over that form's limit
   */
  async close(): Promise<TrayItem[]> {
    this.#closed = true;
    this.#queue.close();
    this.#preparer.stop();
    hide(this.#state.photos);
    const usedIds = await this.#takeUsed();
    await this.#shelf?.close();
    return usedIds.size > 0 ? this.#without(usedIds) : [];
  }

  async #takeUsed(): Promise<Set<string>> {
    const submittedPhotos = this.#state.photos.filter(({ id }) => this.#sentWith?.includes(id));
    this.#sentWith = undefined;
    const stillThere = await Promise.all(submittedPhotos.map(({ url }) => url && isStillThere(url)));
    const usedIds = submittedPhotos.filter((_, index) => stillThere[index] === false).map(({ id }) => id);
    await this.#shelf?.drop(usedIds);
    return new Set(usedIds);
  }

  #without(usedIds: ReadonlySet<string>): TrayItem[] {
    return this.#state.photos.filter((photo) => !isRejected(photo) && !usedIds.has(photo.id));
  }

  async #prepare({ id, name, file, at }: TrayItem): Promise<void> {
    void this.#shelf?.keepPhoto({ id, name, done: false, at });
    void this.#shelf?.keepFile(id, file);
    const preparedPhoto = await this.#preparer.prepare(id, file);
    const photo = this.#find(id);
    if (this.#closed || !photo) return;
    hide([photo]);
    if (preparedPhoto) {
      const { jpeg, small, thumb } = preparedPhoto;
      void this.#shelf?.storeResized(id, { jpeg, small, thumb });
      this.#change(id, { jpeg, small, thumb: URL.createObjectURL(thumb ?? file), stage: "queued" });
    } else {
      const message = (await isReadable(file)) ? notAcceptedFile(name) : UNREADABLE;
      void this.#shelf?.drop([id]);
      this.#change(id, { stage: "refused", message, thumb: undefined });
      this.#set({ news: message });
      this.#keepForm();
    }
    this.#queue.go();
  }

  #arrived({ name }: TrayItem): void {
    const line = listWaitingItems(this.#state).length;
    const all = line === 0 ? "All photos are uploaded." : `${this.#state.max} photos are uploaded, ${inLine(line)}.`;
    this.#set({ news: countPending(this.#state) === 0 ? all : `“${name}” is uploaded.` });
  }

  #find(id: string): TrayItem | undefined {
    return this.#state.photos.find((photo) => photo.id === id);
  }

  #change(id: string, change: Partial<TrayItem>): void {
    const photos = this.#state.photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo));
    this.#set({ photos });
    const photo = this.#find(id);
    if (!photo || !("url" in change || change.stage === "ready")) return;
    const { name, url, at, stage } = photo;
    void this.#shelf?.keepPhoto({ id, name, at, done: stage === "ready", ...(url ? { url } : {}) });
  }

  #keepForm(): void {
    const { originals, photos } = this.#state;
    const order = photos.filter((photo) => !isRejected(photo)).map(({ id }) => id);
    void this.#shelf?.keepForm({ originals, order, sentWith: this.#sentWith });
  }

  #set(change: Partial<TrayState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Frees the thumbnails' memory. */
function hide(photos: readonly TrayItem[]): void {
  for (const { thumb } of photos) if (thumb) URL.revokeObjectURL(thumb);
}
