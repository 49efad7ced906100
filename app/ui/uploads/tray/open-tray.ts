import { PhotoTray } from "./photo-tray";

export { ChoosePhotos } from "./choose-photos";
export { TrayPhotos } from "./tray-photos";

/** How long to wait for a tray of the same form that is just being closed, in ms. */
const TURN_MS = 500;

/**
 * Opens the tray of a form, with what was chosen before. What is kept belongs to one open page at a time: in a second
 * tab with the same form the tray begins empty and keeps nothing, or both would send the same photos.
 * @param owner person and form; undefined where nothing is to be kept
 */
export async function openTray({ max, owner }: { max: number; owner: string | undefined }) {
  const turn = owner === undefined ? undefined : await takeTurn(owner);
  const tray = new PhotoTray({ max, owner: turn ? owner : undefined });
  void tray.restore();
  return { tray, close: () => void tray.close().finally(turn) };
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
