import type { FieldErrors } from "./errors";
import { groupBy } from "./rows";

/** Shows a form again, with its values except files and passwords. */
export interface FormFailure {
  message: string;
  errors: FieldErrors;
  values: Record<string, string>;
  errorId?: string;
  /** Missing with script: the browser still has the files. */
  kept?: readonly KeptPhoto[];
}

/** A photo of a refused form, uploaded for the next attempt. */
export interface KeptPhoto {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
}

/** Its content decides the type; the name is for messages only. */
export interface UploadedFile {
  filename: string;
  /** Until the request ends. A file over the limit is stored in part. */
  path: string;
  /** Bytes sent. */
  size: number;
  /** Uploaded before its form. The command that writes the rows claims it. */
  uploadId?: string;
  /** Encoded with less effort. */
  isSample?: boolean;
}

/** Must not be sent back to the page. */
export function isSecretField(name: string): boolean {
  return /password|^code$/i.test(name);
}

const MAX_PER_NAME = 100;

/** Its values are ids, joined by commas. */
export const UPLOADS = "uploads";

/**
 * Of repeated names the last value counts, and each is also there by its place: `name-1`, `name-2` … A field with that
 * very name wins. Repeated `uploads` are one list.
 */
export function fieldsByName(fields: Iterable<readonly [string, string]>): Record<string, string> {
  const pairs = [...fields];
  const ids = pairs.filter(([name]) => name === UPLOADS).map(([, value]) => value);
  const others = pairs.filter(([name]) => name !== UPLOADS);
  const all = ids.length > 1 ? [...others, [UPLOADS, ids.join(",")] as const] : pairs;
  const byName = groupBy(all, ([name]) => name);
  const places = [...byName.values()]
    .filter(({ length }) => length > 1)
    .flatMap((sameNamed) =>
      sameNamed.slice(0, MAX_PER_NAME).map(([name, value], index): [string, string] => [`${name}-${index + 1}`, value]),
    );
  return Object.fromEntries([...places, ...all]);
}
