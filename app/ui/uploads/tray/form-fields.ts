import { countPending, isRejected, listCurrentItems } from "./item";
import type { PhotoTray, TrayState } from "./photo-tray";
import { uploadId } from "./sender";

export function formatUploadIds(state: TrayState): string {
  const arrived = listCurrentItems(state).filter(({ stage, url }) => stage === "ready" && url);
  return arrived.map(({ url = "" }) => uploadId(url)).join(",");
}

/** False as soon as a photo is rejected or the session has ended. */
export function allArrived(tray: PhotoTray): Promise<boolean> {
  const countRejected = () => tray.state().photos.filter(isRejected).length;
  const refusedBefore = countRejected();
  return new Promise((resolve) => {
    const look = () => {
      const hasFailed = tray.state().hasSessionEnded || countRejected() > refusedBefore;
      if (!hasFailed && countPending(tray.state()) > 0) return;
      leave();
      resolve(!hasFailed);
    };
    const leave = tray.subscribe(look);
    look();
  });
}
