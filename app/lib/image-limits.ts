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

/** What is refused, in the words of the form before it is sent and of the server. */
export const NO_PHOTOS = "Please select at least one photo to upload.";
export const TOO_MANY_FILES = `Please select at most ${MAX_FILES} images at a time.`;

export const UPLOAD_GONE = "One of the photos is no longer there. Please choose it again.";

/** What is said of a file that is none of the formats. */
export const NOT_ACCEPTED = "is not an image we accept.";

/** @param name of the file, as it is shown */
export function notAcceptedFile(name: string): string {
  return `“${name}” ${NOT_ACCEPTED} ${ACCEPTED_HINT}`;
}

/** @param name of the file, as it is shown */
export function tooLargeFile(name: string): string {
  return `“${name}” is larger than 20 MB. ${ACCEPTED_HINT}`;
}
