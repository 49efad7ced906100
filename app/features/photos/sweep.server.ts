import { referencedImages } from "~/db/image-references.server";
import { now } from "~/lib/time";
import { sweepImages } from "~/services/images/sweep.server";

/**
 * Removes image files without a row and the temporary files of dead processes. Runs beside
 * requests.
 * @returns how many files and folders were removed
 */
export function sweepUnusedImages(): Promise<number> {
  return sweepImages((kind, names) => referencedImages(kind, names), now());
}
