import { MAX_FILE_BYTES, notAcceptedFile, TOO_MANY_FILES, tooLargeFile } from "~/lib/image-limits";
import type { Photo } from "./photo";
import type { Format } from "./prepare";

let made = 0;

/** A photo as it has just been chosen. `crypto.randomUUID` would need a secure context. */
export function newPhoto(file: File, refusal: string | undefined): Photo {
  made += 1;
  const at = Date.now();
  const id = `${at.toString(36)}-${made}-${Math.random().toString(36).slice(2, 10)}`;
  const chosen = { id, name: file.name, file, sent: 0, at };
  return refusal === undefined ? { ...chosen, stage: "preparing" } : { ...chosen, stage: "refused", message: refusal };
}

/** Why a file cannot be sent, in the server's words; undefined where it can. */
export function refusalOf(file: File, format: Format | undefined, room: boolean): string | undefined {
  // By its size first: of a very large file nothing else matters.
  if (file.size > MAX_FILE_BYTES) return tooLargeFile(file.name);
  if (format === undefined) return notAcceptedFile(file.name);
  return room ? undefined : TOO_MANY_FILES;
}

/** Whether the same file was chosen before. */
export const isSame = ({ file, name }: Photo, other: File): boolean =>
  name === other.name && file.size === other.size && file instanceof File && file.lastModified === other.lastModified;
