import { mentionsIn } from "~/db/stored-images.server";
import { type ImageKind, parseImageName } from "~/lib/image-name";
import { neededFiles, stemOf } from "../images/files.server";

/** A stored image that a row of a database file mentions. */
export interface Mention {
  /** What the names of all its files begin with. */
  prefix: string;
  /** What the names of the files that it must have end with. */
  needed: string[];
}

/** The kinds in the order of their files' names. */
export const KINDS: readonly ImageKind[] = ["photos", "users"];

/** Every stored image that a database file mentions, once, in the order of their files' names. */
export function* mentionedImages(database: string): Generator<Mention> {
  for (const kind of KINDS) {
    for (const name of mentionsIn(database, kind)) {
      if (parseImageName(name) === null) continue;
      const prefix = `${kind}/${name.slice(0, 2)}/${stemOf(name)}-`;
      yield { prefix, needed: neededFiles(kind, name).map((file) => file.slice(prefix.length)) };
    }
  }
}
