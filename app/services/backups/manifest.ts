import { BackupError, UnknownFormError } from "./errors";

/** The form of a backup in a place of many; the one of a single folder has another number. */
export const PLACE_FORMAT = 2;

/** An object that holds a part of something larger. */
export interface StoredPart {
  /** Below the backup's own name. */
  key: string;
  bytes: number;
  /** Hex. */
  md5: string;
}

/** Something that is stored compressed (gzip), cut into parts: put together they are one stream. */
export interface StoredParts {
  /** Unpacked. */
  bytes: number;
  /** Of what is unpacked, hex. */
  md5: string;
  parts: StoredPart[];
}

/** The photos that rows of a backup's database mention. */
export interface PhotoList extends StoredParts {
  /** Whether the place of the backups has copies, or the site's object store alone has them. */
  photos: "carried" | "listed";
  /** Of the files: how many, and their bytes. */
  count: number;
  fileBytes: number;
  images: number;
  /** Files that rows need and that the site itself has lost: the first of them by name, and the MD5 of all names. */
  missing: { count: number; first: string[]; md5: string };
}

/** What is in a backup. Written last: a backup without it is none. */
export interface BackupManifest {
  format: typeof PLACE_FORMAT;
  /** The moment of the copy of the database, ISO 8601. */
  takenAt: string;
  /** Rows by table. */
  rows: Record<string, number>;
  database: StoredParts;
  list: PhotoList;
}

/** @throws BackupError where it is none that we understand, UnknownFormError where another version does. @param what names it in the message */
export function parseManifest(text: string, what: string): BackupManifest {
  let found: Partial<BackupManifest> | null;
  try {
    found = JSON.parse(text);
  } catch {
    throw new BackupError(`${what} cannot be read.`);
  }
  if (typeof found?.format === "number" && found.format !== PLACE_FORMAT) {
    throw new UnknownFormError(`${what} is of a form that this version does not know.`);
  }
  if (found?.format !== PLACE_FORMAT) throw new BackupError(`${what} cannot be read.`);
  if (!Array.isArray(found.database?.parts) || !Array.isArray(found.list?.parts) || !found.rows) {
    throw new BackupError(`${what} cannot be read.`);
  }
  return found as BackupManifest;
}
