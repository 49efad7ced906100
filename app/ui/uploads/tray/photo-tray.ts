import { underWay } from "./form-part";
import { bytesOf, isRefused, type Photo, photosInWords } from "./photo";
import { formatOf, Preparer } from "./prepare";
import { Queue } from "./queue";
import { broughtBack } from "./restore";
import { isSame, newPhoto, refusalOf } from "./selection";
import { discard, isStillThere } from "./sender";
import { Shelf } from "./shelf";

/** What a tray shows. */
export interface TrayState {
  photos: readonly Photo[];
  /** Files go as they were chosen. */
  originals: boolean;
  /** There are no resumable uploads here: the files go with the form. */
  direct: boolean;
  sessionEnded: boolean;
  /** The last thing that happened, for screen readers. */
  news: string;
}

interface TrayOptions {
  /** How many photos the form takes. */
  max: number;
  /** Person and form; undefined where nothing is to be kept. */
  owner: string | undefined;
}

/** The photos chosen in one form: they pile up, go up by themselves and outlive a reload, until the form has succeeded. */
export class PhotoTray {
  readonly max: number;
  readonly #shelf: Shelf | undefined;
  readonly #preparer = new Preparer();
  readonly #queue: Queue;
  readonly #listeners = new Set<() => void>();
  #state: TrayState = { photos: [], originals: false, direct: false, sessionEnded: false, news: "" };
  /** The form is on its way with these photos. */
  #formSent = false;
  #closed = false;

  constructor({ max, owner }: TrayOptions) {
    this.max = max;
    this.#shelf = owner === undefined ? undefined : new Shelf(owner);
    this.#queue = new Queue({
      photos: () => this.#state.photos,
      bytes: (photo) => bytesOf(photo, this.#state.originals),
      change: (id, change) => this.#change(id, change),
      arrived: (photo) => this.#arrived(photo),
      refused: (photo) => void this.#shelf?.drop([photo.id]),
      sessionEnded: () => this.#set({ sessionEnded: true, news: "Your session has ended." }),
      unavailable: () => this.#goDirect(),
    });
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly state = () => this.#state;

  /** Brings back what was chosen before a reload. What the form has used meanwhile is not brought back. */
  async restore(): Promise<void> {
    if (!this.#shelf) return;
    const { photos, used, originals } = await broughtBack(await this.#shelf.load());
    void this.#shelf.drop(used);
    if (this.#closed) return;
    // Somebody may have ticked the box meanwhile.
    this.#set({ originals: originals || this.#state.originals });
    if (photos.length === 0) return;
    this.#set({ photos: [...photos, ...this.#state.photos], news: `${photosInWords(photos.length)} from before.` });
    this.#keepForm();
    for (const photo of photos) if (photo.stage === "preparing") void this.#prepare(photo);
    this.#queue.go();
    await this.#sendLostAgain();
  }

  /** Adds what was chosen; what cannot be sent is added too, with the reason. Where one photo is taken, the last counts. */
  async add(files: readonly File[]): Promise<void> {
    const formats = await Promise.all(files.map(formatOf));
    if (this.#closed) return;
    const added: Photo[] = [];
    for (const [at, file] of files.entries()) {
      const good = [...this.#state.photos, ...added].filter((photo) => !isRefused(photo));
      if (good.some((photo) => isSame(photo, file))) continue;
      const message = refusalOf(file, formats[at], this.max > good.length || this.max === 1);
      if (message === undefined && this.max === 1) {
        for (const { id } of good) this.remove(id);
        added.length = 0;
      }
      added.push(newPhoto(file, message));
    }
    const refused = added.filter(isRefused);
    const good = added.length - refused.length;
    const told = [good > 0 ? `${photosInWords(good)} chosen.` : "", ...new Set(refused.map(({ message }) => message))];
    // A new choice clears the refusals of the one before.
    const before = this.#state.photos.filter((photo) => !isRefused(photo));
    hide(this.#state.photos.filter(isRefused));
    this.#set({ photos: [...before, ...added], news: told.filter(Boolean).join(" ") });
    this.#keepForm();
    for (const photo of added) if (!isRefused(photo)) void this.#prepare(photo);
  }

  remove(id: string): void {
    const photo = this.#find(id);
    if (!photo) return;
    this.#queue.stop(id);
    if (photo.url) discard(photo.url);
    hide([photo]);
    this.#set({ photos: this.#state.photos.filter((other) => other !== photo), news: `“${photo.name}” removed.` });
    void this.#shelf?.drop([id]);
    this.#keepForm();
    this.#queue.go();
  }

  /** @param by -1 for earlier, 1 for later */
  move(id: string, by: -1 | 1): void {
    const good = this.#state.photos.filter((photo) => !isRefused(photo));
    const at = good.findIndex((photo) => photo.id === id);
    const moved = good[at];
    const other = good[at + by];
    if (!moved || !other) return;
    good[at] = other;
    good[at + by] = moved;
    const news = `“${moved.name}” is number ${at + by + 1} of ${good.length}.`;
    this.#set({ photos: [...good, ...this.#state.photos.filter(isRefused)], news });
    this.#keepForm();
  }

  /** Goes on at once with what waits for the line, or for a session. */
  retry(): void {
    if (this.#state.sessionEnded) this.#set({ sessionEnded: false });
    this.#queue.retry();
  }

  /** Whether files go as they were chosen. What has been sent otherwise is sent anew. */
  setOriginals(originals: boolean): void {
    const changed = this.#state.photos.filter((photo) => photo.small && !isRefused(photo));
    this.#set({ originals });
    this.#keepForm();
    for (const { id, url, stage } of changed) {
      if (stage === "preparing") continue;
      this.#queue.stop(id);
      if (url) discard(url);
      this.#change(id, { url: undefined, stage: this.#state.direct ? "ready" : "queued", sent: 0 });
    }
    this.#queue.go();
  }

  /** The form goes out with these photos: until an answer is known they may have been used. */
  formSent(): void {
    this.#formSent = true;
    this.#keepForm();
  }

  /** The form was refused: its photos stay; those that the server has no more are sent again. */
  async formRefused(): Promise<void> {
    if (!this.#formSent) return;
    this.#formSent = false;
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

  /** The form has succeeded: nothing is kept. */
  clear(): void {
    this.#queue.stopAll();
    hide(this.#state.photos);
    void this.#shelf?.drop(this.#state.photos.map(({ id }) => id));
    this.#formSent = false;
    this.#set({ photos: [], news: "" });
    this.#keepForm();
  }

  /** The page is left. What a form has used by then is forgotten. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#queue.close();
    this.#preparer.stop();
    hide(this.#state.photos);
    if (this.#formSent) await this.#forgetUsed();
    await this.#shelf?.close();
  }

  async #forgetUsed(): Promise<void> {
    const used = await Promise.all(
      this.#state.photos.map(async ({ id, url }) => (!url || (await isStillThere(url)) === false ? id : undefined)),
    );
    await this.#shelf?.drop(used.filter((id) => id !== undefined));
  }

  async #prepare({ id, name, file, at }: Photo): Promise<void> {
    void this.#shelf?.keepPhoto({ id, name, done: false, at });
    void this.#shelf?.keepFile(id, file);
    const { small, thumb } = await this.#preparer.prepare(id, file);
    const photo = this.#find(id);
    if (this.#closed || !photo) return;
    hide([photo]);
    void this.#shelf?.keepMade(id, { small, thumb });
    const stage = this.#state.direct ? "ready" : "queued";
    this.#change(id, { small, thumb: URL.createObjectURL(thumb ?? file), stage });
    this.#queue.go();
  }

  #arrived({ name }: Photo): void {
    const left = underWay(this.#state);
    this.#set({ news: left === 0 ? "All photos are uploaded." : `“${name}” is uploaded.` });
  }

  #goDirect(): void {
    for (const { id, stage } of this.#state.photos) {
      if (["queued", "sending", "resting"].includes(stage)) this.#change(id, { stage: "ready", url: undefined });
    }
    this.#set({ direct: true });
  }

  #find(id: string): Photo | undefined {
    return this.#state.photos.find((photo) => photo.id === id);
  }

  #change(id: string, change: Partial<Photo>): void {
    const photos = this.#state.photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo));
    this.#set({ photos });
    const photo = this.#find(id);
    if (!photo || !("url" in change || change.stage === "ready")) return;
    const { name, url, at, stage } = photo;
    void this.#shelf?.keepPhoto({ id, name, at, done: stage === "ready", ...(url ? { url } : {}) });
  }

  #keepForm(): void {
    const { originals, photos } = this.#state;
    const order = photos.filter((photo) => !isRefused(photo)).map(({ id }) => id);
    void this.#shelf?.keepForm({ originals, order, sent: this.#formSent });
  }

  #set(change: Partial<TrayState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Gives the thumbnails' memory back. */
function hide(photos: readonly Photo[]): void {
  for (const { thumb } of photos) if (thumb) URL.revokeObjectURL(thumb);
}
