import type { ImageKind } from "~/lib/image-name";
import { type OpenedImage, openImage } from "~/services/images/open.server";

export type ImageFile = OpenedImage;

/**
 * The file that suits a browser best of one stored image: the best format that the browser accepts. Whether it may be
 * handed out is `findImageAccess`'s to say.
 * @param wanted.width pixels; without it the largest
 * @param wanted.accept the media types the browser takes
 * @returns null where there is no such image
 */
export function findImageFile(
  kind: ImageKind,
  name: string,
  wanted: { width?: number; accept: string },
): Promise<ImageFile | null> {
  return openImage(kind, name, wanted);
}
