import type { Readable } from "node:stream";
import type { ImageKind } from "~/lib/image-name";
import { SECOND } from "~/lib/time";
import { type OpenedImage, openImage } from "~/services/images/open.server";
import { StoreUnavailableError } from "~/services/images/store";
import { log } from "~/services/log/log.server";

export type ImageFile = OpenedImage;

/** The photo store cannot be read: what is shown meanwhile is `placeholderImage`. */
export const AWAY = "away";

/** Up to how many bytes a picture is read whole before the first is sent, so that nobody gets half of one. */
const WHOLE = 512 * 1024;

/**
 * The file that suits a browser best of one stored image: the best format that the browser accepts. Whether it may be
 * handed out is `findImageAccess`'s to say.
 * @param wanted.width pixels; without it the largest
 * @param wanted.accept the media types the browser takes
 * @returns null where there is no such image, AWAY where the photo store does not answer
 */
export function findImageFile(
  kind: ImageKind,
  name: string,
  wanted: { width?: number; accept: string },
): Promise<ImageFile | typeof AWAY | null> {
  return openImage(kind, name, wanted).catch(away);
}

/**
 * Reads a picture or a part of it.
 * @returns its bytes, as a stream where they are many; null where it has been removed meanwhile, AWAY where the photo
 *   store does not answer
 */
export async function readImageFile(
  image: ImageFile,
  range?: { start: number; end: number },
): Promise<Buffer<ArrayBuffer> | Readable | typeof AWAY | null> {
  const file = await image.read(range).catch(away);
  if (file === null || file === AWAY) return file;
  const length = range ? range.end - range.start + 1 : image.size;
  if (length > WHOLE) return file.stream;
  const bytes = await file.stream.toArray().then(Buffer.concat, away);
  return bytes === AWAY || bytes.length === length ? bytes : AWAY;
}

/** How often the log says that pictures cannot be read, ms: a store that is away is asked for hundreds of them a second. */
const SAID_EVERY = 10 * SECOND;
let saidAt = Number.NEGATIVE_INFINITY;

function away(error: unknown): typeof AWAY {
  if (!(error instanceof StoreUnavailableError)) throw error;
  if (performance.now() - saidAt > SAID_EVERY) {
    saidAt = performance.now();
    log.warn({ err: error }, "pictures cannot be read: the photo store is away");
  }
  return AWAY;
}
