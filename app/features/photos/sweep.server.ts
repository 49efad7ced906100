import { referencedImages } from "~/db/image-references.server";
import { now } from "~/lib/time";
import { finishIntents, sweepImages, sweepStaging } from "~/services/images/sweep.server";

/**
 * Removes image files without a row and the temporary files of dead processes. Runs beside
 * requests.
 * @returns how many files and folders were removed
 */
export function sweepUnusedImages(): Promise<number> {
  return sweepImages((kind, names) => referencedImages(kind, names), now());
}

/**
 * Removes the temporary files of dead processes, with what they had moved into place without a row.
 * @returns how many folders were removed
 */
export function sweepDeadUploads(): Promise<number> {
  return sweepStaging((kind, names) => referencedImages(kind, names), now());
}

/**
 * Removes images that were to go and could not, because the photo store was away.
 * @returns how many images were removed
 */
export function finishRemovals(): Promise<number> {
  return finishIntents((kind, names) => referencedImages(kind, names), now());
}
