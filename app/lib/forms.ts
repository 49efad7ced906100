import type { FieldErrors } from "./errors";
import { groupBy } from "./rows";

/** Shows a form again, with its values except files and passwords. */
export interface FormFailure {
  message: string;
  errors: FieldErrors;
  values: Record<string, string>;
  errorId?: string;
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

/**
 * Of repeated names the last value counts, and each is also there by its place: `name-1`, `name-2` … A field with that
 * very name wins.
 */
export function fieldsByName<T>(fields: Iterable<readonly [string, T]>): Record<string, T> {
  const all = [...fields];
  const byName = groupBy(all, ([name]) => name);
  const places = [...byName.values()]
    .filter(({ length }) => length > 1)
    .flatMap((sameNamed) =>
      sameNamed.slice(0, MAX_PER_NAME).map(([name, value], index): [string, T] => [`${name}-${index + 1}`, value]),
    );
  return Object.fromEntries([...places, ...all]);
}
