import type { FieldErrors } from "./errors";

/** What a page's action answers when the form has to be shown again: nothing typed is lost (files and passwords excepted). */
export interface FormFailure {
  /** The text on top. */
  message: string;
  errors: FieldErrors;
  values: Record<string, string>;
  /** The id of a fault of ours, as it stands in the log. */
  errorId?: string;
}

/** A file as it came in: content decides what it is, the name is only for messages. */
export interface UploadedFile {
  filename: string;
  /** Where it is on the disk until the request is over. Of a file past the limit only the first part is there. */
  path: string;
  /** Bytes that were sent. */
  size: number;
}

/** Whether a field holds what is never given back to the page. */
export function isSecretField(name: string): boolean {
  return /password|^code$/i.test(name);
}
