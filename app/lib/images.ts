/** Per request. */
export const MAX_FILES = 5;
/** Bytes per file. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Per image, over all frames. */
export const MAX_PIXELS = 100_000_000;
export const MAX_PHOTOS_PER_VEHICLE = 100;
/** For file inputs. The content decides a file's type. */
export const ACCEPTED_TYPES = "image/png,image/jpeg,image/gif";
export const ACCEPTED_HINT = "PNG, JPEG or GIF, up to 20 MB each.";
/** The name claims an accepted format. */
const MISNAMED_HINT = "It is damaged, or its format does not match its name. We accept PNG, JPEG or GIF, up to 20 MB.";
/** By the photo tray. */
export const CONVERTED_HINT = "We convert HEIC and other formats to JPEG where your browser allows it.";

export const NO_PHOTOS = "Please select at least one photo to upload.";
export const TOO_MANY_FILES = `Please select at most ${MAX_FILES} photos at a time.`;

export const UPLOAD_GONE = "One of the photos is no longer available. Please choose it again.";

const ACCEPTED_NAME = /\.(png|jpe?g|gif)$/i;

/**
 * Does not ask for another choice if the name claims an accepted format.
 * @param name as shown
 */
export function notAcceptedFile(name: string): string {
  const hint = ACCEPTED_NAME.test(name) ? MISNAMED_HINT : ACCEPTED_HINT;
  return `“${name}” is not an image we accept. ${hint}`;
}

/** @param name as shown */
export function damagedFile(name: string): string {
  return `“${name}” is damaged and cannot be read. Please choose another file.`;
}

/** @param name as shown */
export function tooLargeFile(name: string): string {
  return `“${name}” is larger than 20 MB. ${ACCEPTED_HINT}`;
}

export const IMAGE_KINDS = ["photos", "users"] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

export interface ImageFacts {
  /** Lower-case letters and digits. */
  id: string;
  /** Of the largest rendition. */
  width: number;
  height: number;
  /** Six hex digits without "#": the mean colour, shown until the image has loaded. */
  color: string;
  /** The full view may play it, cards show a still frame. */
  isAnimated: boolean;
}

/** Pixels, up to the image's own. Avatars are square. */
export const IMAGE_WIDTHS: Record<ImageKind, readonly [number, ...number[]]> = {
  photos: [400, 800, 1600],
  users: [96, 192, 400],
};

/**
 * In AVIF only, because they cost little: for thumbnails, and for phones with two device pixels per CSS pixel. Older
 * images lack them; other browsers get the next width.
 */
export const LIGHT_WIDTHS: Record<ImageKind, readonly number[]> = { photos: [240, 640], users: [] };

const NAME = /^([0-9a-z]{20,40})_([1-9]\d{0,3})x([1-9]\d{0,3})_([0-9a-f]{6})(_a)?\.jpg$/;

/** With the facts needed to render the image without a look-up. */
export function formatImageName({ id, width, height, color, isAnimated }: ImageFacts): string {
  return `${id}_${width}x${height}_${color}${isAnimated ? "_a" : ""}.jpg`;
}

/** null for a default, a URL, a path. */
export function parseImageName(name: string): ImageFacts | null {
  const parts = NAME.exec(name);
  if (!parts) return null;
  const [, id, width, height, color, animated] = parts;
  return { id: id!, width: Number(width), height: Number(height), color: color!, isAnimated: animated !== undefined };
}

/**
 * Nominal widths for an image `width` pixels wide: 400 and 800 for one of 700, whose "800" is 700 wide, because images
 * are never enlarged.
 */
export function renditionWidths(kind: ImageKind, width: number): number[] {
  return IMAGE_WIDTHS[kind].filter((_, index, all) => index === 0 || all[index - 1]! < width);
}

export function lightWidths(kind: ImageKind, width: number): number[] {
  return LIGHT_WIDTHS[kind].filter((light) => light < width);
}

/** For file inputs of the photo tray. */
export const ANY_IMAGE = "image/*";
