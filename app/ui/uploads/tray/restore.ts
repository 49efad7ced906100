import type { Photo } from "./photo";
import { isStillThere } from "./sender";
import type { KeptBytes, KeptForm, KeptPhoto } from "./shelf";

interface Kept {
  form: KeptForm | undefined;
  photos: (KeptPhoto & KeptBytes)[];
}

interface BroughtBack {
  photos: Photo[];
  /** Ids of those that nobody needs any more. */
  used: string[];
  originals: boolean;
}

/**
 * Makes photos of what a tray has kept. Where the form had gone out and no answer was seen, those that the server has no
 * more were used by it, and do not come back.
 */
export async function broughtBack({ form, photos }: Kept): Promise<BroughtBack> {
  const wanted = await Promise.all(photos.map((photo) => isWanted(photo, form)));
  return {
    photos: photos.flatMap((photo, at) => (wanted[at] && photo.file ? [revived(photo, photo.file)] : [])),
    used: photos.filter((_, at) => !wanted[at]).map(({ id }) => id),
    originals: form?.originals ?? false,
  };
}

async function isWanted({ file, url }: KeptPhoto & KeptBytes, form: KeptForm | undefined): Promise<boolean> {
  if (!file || !form) return false;
  if (!form.sent) return true;
  return url !== undefined && (await isStillThere(url)) !== false;
}

function revived({ id, name, url, done, at, small, thumb }: KeptPhoto & KeptBytes, file: Blob): Photo {
  // An upload is begun only with what has been prepared.
  const prepared = thumb !== undefined || url !== undefined;
  return {
    id,
    name,
    at,
    file,
    small,
    url,
    thumb: URL.createObjectURL(thumb ?? file),
    stage: done ? "ready" : prepared ? "queued" : "preparing",
    sent: done ? 1 : 0,
  };
}
