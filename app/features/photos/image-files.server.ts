import type { ImageKind } from "~/lib/image-name";
import { type OpenedImage, openImage } from "~/services/images/open.server";

export type ImageFile = OpenedImage;

/**
 * The file that suits a browser best of one stored image (decisions, Vehicles and photos: the best format that the
 * browser accepts). The name is the secret-free address of the picture; no row is asked, so this costs no query.
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
