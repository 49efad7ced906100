/** Limits of uploaded images (photos README, Accepted); forms and the server read the same ones. */

/** Files of one request. */
export const MAX_FILES = 5;
/** Bytes of one file. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Pixels of one image, all frames of an animation counted. */
export const MAX_PIXELS = 100_000_000;
export const MAX_PHOTOS_PER_VEHICLE = 100;
/** The `accept` of a file input. What a file really is, its content decides. */
export const ACCEPTED_TYPES = "image/png,image/jpeg,image/gif";
/** What a refusal tells people to do. */
export const ACCEPTED_HINT = "Please choose PNG, JPEG or GIF files of at most 20 MB.";
/** The same of a file whose name is that of such a one. */
const MISNAMED_HINT = "It is damaged, or not what its name says. We accept PNG, JPEG and GIF files of at most 20 MB.";
/** What the photo tray does with other pictures. */
export const CONVERTED_HINT = "Other pictures are sent as JPEG if your browser can show them.";

/** What is refused, in the words of the form before it is sent and of the server. */
export const NO_PHOTOS = "Please select at least one photo to upload.";
export const TOO_MANY_FILES = `Please select at most ${MAX_FILES} images at a time.`;

export const UPLOAD_GONE = "One of the photos is no longer there. Please choose it again.";

const ACCEPTED_NAME = /\.(png|jpe?g|gif)$/i;

/**
 * The message for a file of none of the formats. If its name claims one of them, it does not ask for another choice.
 * @param name of the file, as it is shown
 */
export function notAcceptedFile(name: string): string {
  const hint = ACCEPTED_NAME.test(name) ? MISNAMED_HINT : ACCEPTED_HINT;
  return `“${name}” is not an image we accept. ${hint}`;
}

/** @param name of the file, as it is shown */
export function damagedFile(name: string): string {
  return `“${name}” is damaged and cannot be read. Please choose another file.`;
}

/** @param name of the file, as it is shown */
export function tooLargeFile(name: string): string {
  return `“${name}” is larger than 20 MB. ${ACCEPTED_HINT}`;
}

/** The two folders of stored images: what stands under `/img/photos/` and under `/img/users/`. */
export const IMAGE_KINDS = ["photos", "users"] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

export interface ImageFacts {
  /** Random, lower-case letters and digits. */
  id: string;
  /** Pixels of the largest rendition. */
  width: number;
  height: number;
  /** Six hex digits without "#": the mean colour, shown until the image is there. */
  color: string;
  /** The source was animated: the full view may play it, cards show a still frame. */
  isAnimated: boolean;
}

/** The widths that an image is kept in, in pixels, as far as it is wide enough. Avatars are square. */
export const IMAGE_WIDTHS: Record<ImageKind, readonly [number, ...number[]]> = {
  photos: [400, 800, 1600],
  users: [96, 192, 400],
};

/**
 * Further widths, in AVIF only, which costs little to make: thumbnails, and cards on phones with two device pixels a
 * CSS pixel. Images that are older than these do not have them, and other browsers get the next width above.
 */
export const LIGHT_WIDTHS: Record<ImageKind, readonly number[]> = { photos: [240, 640], users: [] };

const NAME = /^([0-9a-z]{20,40})_([1-9]\d{0,3})x([1-9]\d{0,3})_([0-9a-f]{6})(_a)?\.jpg$/;

/** The file name of a stored image. It holds what is needed to render it without a look-up. */
export function formatImageName({ id, width, height, color, isAnimated }: ImageFacts): string {
  return `${id}_${width}x${height}_${color}${isAnimated ? "_a" : ""}.jpg`;
}

/** The facts in a stored image's name; null for anything else (a default, a URL, a path). */
export function parseImageName(name: string): ImageFacts | null {
  const parts = NAME.exec(name);
  if (!parts) return null;
  const [, id, width, height, color, animated] = parts;
  return { id: id!, width: Number(width), height: Number(height), color: color!, isAnimated: animated !== undefined };
}

/**
 * The widths (nominal, in pixels) in which an image `width` pixels wide is kept: 400 and 800 for one of 700, whose
 * "800" is 700 wide, because nothing is ever enlarged.
 */
export function renditionWidths(kind: ImageKind, width: number): number[] {
  return IMAGE_WIDTHS[kind].filter((_, at, all) => at === 0 || all[at - 1]! < width);
}

/** The light widths (pixels) that an image `width` pixels wide may be kept in. */
export function lightWidths(kind: ImageKind, width: number): number[] {
  return LIGHT_WIDTHS[kind].filter((light) => light < width);
}
