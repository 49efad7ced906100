import type { FieldErrors } from "./errors";
import { groupBy } from "./rows";

/** The action data for showing a form again, with the typed values (except files and passwords). */
export interface FormFailure {
  /** The text on top. */
  message: string;
  errors: FieldErrors;
  values: Record<string, string>;
  /** The id of a logged fault. */
  errorId?: string;
}

/** An uploaded file. Its type is decided by content; the name is only for messages. */
export interface UploadedFile {
  filename: string;
  /** Path on disk, at least until the request is over. A file past the limit is stored in part. */
  path: string;
  /** Bytes that were sent. */
  size: number;
  /** Of a file that came before its form: the upload's id. Whoever writes the rows claims it. */
  uploadId?: string;
  /** A picture of the sample data: encoded with less effort, for some more bytes. */
  isSample?: boolean;
}

/** Whether a field's value must not be sent back to the page. */
export function isSecretField(name: string): boolean {
  return /password|^code$/i.test(name);
}

/** How many fields of one name are told apart. */
const MAX_PER_NAME = 100;

/**
 * A form's fields by name. Of a name that is there several times, as in a list of rows, the last one counts, and each is
 * there by its place too: `name-1`, `name-2` … A field that is really named like that wins.
 */
export function fieldsByName<T>(fields: Iterable<readonly [string, T]>): Record<string, T> {
  const all = [...fields];
  const byName = groupBy(all, ([name]) => name);
  const places = [...byName.values()]
    .filter(({ length }) => length > 1)
    .flatMap((same) =>
      same.slice(0, MAX_PER_NAME).map(([name, value], at): [string, T] => [`${name}-${at + 1}`, value]),
    );
  return Object.fromEntries([...places, ...all]);
}
