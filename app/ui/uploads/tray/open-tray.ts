import type { TrayItem } from "./item";
import { PhotoTray } from "./photo-tray";

export { ChoosePhotos } from "./choose-photos";
export { TrayPhotos } from "./tray-photos";

/** How long to wait for a tray of the same form that is just being closed, in ms. */
const TURN_MS = 500;

/** The tray that was closed last: the photos for which its form had no room, once it has been taken. */
let closed: Promise<TrayItem[]> = Promise.resolve([]);

/**
 * Opens the tray of a form, with what was chosen before. What is kept belongs to one open page at a time: in a second
 * tab with the same form the tray begins empty and keeps nothing, or both would send the same photos.
 * @param wish.owner person and form; undefined where nothing is to be kept
 * @param wish.takesLeftovers also with the photos that the form before has left
 */
export async function openTray({ max, owner, takesLeftovers }: TraySettings) {
  const turn = owner === undefined ? undefined : await takeTurn(owner);
  const tray = new PhotoTray({ max, owner: turn ? owner : undefined });
  const left = closed;
  closed = Promise.resolve([]);
  void tray.restore().then(async () => takesLeftovers && tray.takeOver(await left));
  const close = () => {
    closed = tray.close().finally(turn);
  };
  return { tray, close };
}

interface TraySettings {
  max: number;
  owner: string | undefined;
  takesLeftovers: boolean;
}

/** @returns what gives the form back, or undefined where another page has it */
function takeTurn(owner: string): Promise<(() => void) | undefined> {
  // Only secure pages have locks.
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    const held = () => new Promise<void>((release) => resolve(release));
    navigator.locks
      .request(`photos ${owner}`, { signal: AbortSignal.timeout(TURN_MS) }, held)
      .catch(() => resolve(undefined));
  });
}
