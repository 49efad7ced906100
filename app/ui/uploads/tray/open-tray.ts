import type { TrayItem } from "./item";
import { PhotoTray } from "./photo-tray";

export { ChoosePhotos } from "./choose-photos";
export { TrayPhotos } from "./tray-photos";

/** For another tray of the form to close. */
const LOCK_TIMEOUT_MS = 500;

/** The last tray's photos over the form's limit, after the form was accepted. */
let closed: Promise<TrayItem[]> = Promise.resolve([]);

/**
 * The storage belongs to one open page: a second tab starts empty and stores nothing.
 * @param settings.owner user and form; undefined: nothing is stored
 */
export async function openTray({ max, owner, takesLeftovers }: TraySettings) {
  const releaseForm = owner === undefined ? undefined : await lockForm(owner);
  const tray = new PhotoTray({ max, owner: releaseForm ? owner : undefined });
  const leftovers = closed;
  closed = Promise.resolve([]);
  void tray.restore().then(async () => takesLeftovers && tray.takeOver(await leftovers));
  const close = () => {
    closed = tray.close().finally(releaseForm);
  };
  return { tray, close };
}

interface TraySettings {
  max: number;
  owner: string | undefined;
  takesLeftovers: boolean;
}

/** @returns releases the form; undefined if another page has it */
function lockForm(owner: string): Promise<(() => void) | undefined> {
  // Only secure pages have locks.
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    const holdLock = () => new Promise<void>((release) => resolve(release));
    navigator.locks
      .request(`photos ${owner}`, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, holdLock)
      .catch(() => resolve(undefined));
  });
}
