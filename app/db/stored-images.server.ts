import type { ImageKind } from "~/lib/image-name";
import { iterateDatabaseFile } from "./database-files.server";

/** Every text in a row that may name a stored image, once, sorted by code points. */
const NAMES: Record<ImageKind, string> = {
  photos: `SELECT photo FROM photos
    UNION SELECT cover_photo FROM vehicles WHERE cover_photo IS NOT NULL
    UNION SELECT cover_photo FROM garages WHERE cover_photo IS NOT NULL
    UNION SELECT image FROM events WHERE image IS NOT NULL ORDER BY 1`,
  users: "SELECT DISTINCT avatar FROM users WHERE avatar IS NOT NULL ORDER BY 1",
};

/**
 * What rows of a database file mention as images of a kind, sorted by code points, read as it is asked for; among them are
 * defaults and full URLs, which are no stored images.
 */
export function mentionsIn(file: string, kind: ImageKind): Iterable<string> {
  return iterateDatabaseFile<string>(file, NAMES[kind]);
}

/** About how many images a database file mentions, at no great cost: galleries are nearly all of them. */
export function countImages(file: string): number {
  const [count = 0] = iterateDatabaseFile<number>(
    file,
    "SELECT (SELECT count(*) FROM photos) + (SELECT count(*) FROM users WHERE avatar <> 'default.jpg')",
  );
  return count;
}
