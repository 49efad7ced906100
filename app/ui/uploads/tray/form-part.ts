import { bytesOf, isUnderWay } from "./photo";
import type { TrayState } from "./photo-tray";
import { idOf } from "./sender";

/** Ids of what has been uploaded, as the form sends them. */
export function idsOf({ photos }: TrayState): string {
  const arrived = photos.filter(({ stage, url }) => stage === "ready" && url);
  return arrived.map(({ url = "" }) => idOf(url)).join(",");
}

/** The files that go with the form, because there are no resumable uploads here. */
export function filesOf({ photos, originals }: TrayState): File[] {
  const own = photos.filter(({ stage, url }) => stage === "ready" && !url);
  return own.map((photo) => {
    const bytes = bytesOf(photo, originals);
    return new File([bytes], photo.name, { type: bytes.type });
  });
}

/** How many photos are still on their way. */
export const underWay = ({ photos }: TrayState): number => photos.filter(isUnderWay).length;
