import { PassThrough, type Readable } from "node:stream";

export interface FileFacts {
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

/** The caller must read the stream to its end or destroy it. */
export interface OpenFile extends FileFacts {
  /** The requested bytes. */
  stream: Readable;
}

export interface NewFile {
  /** Its name in the store: parts of letters, digits and `._-` with slashes between. */
  key: string;
  /** Path of the complete file on this machine; the store moves it. */
  path: string;
}

/** A part of a file, bytes from 0, `end` included. Past the file's end the stream ends earlier, or is empty. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Files by name: in a folder, or in a bucket of an object store. A file never changes under its name, is complete or
 * missing, and is durable once `put` has resolved.
 *
 * Every method throws `StoreUnavailableError` if the store is temporarily unreachable or not working.
 */
export interface FileStore {
  /** Its location for people, without secrets. */
  readonly label: string;
  /** Stores files, and replaces files of the same name. After an error, some may be stored. */
  put(files: readonly NewFile[]): Promise<void>;
  /** @returns null if there is no such file */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  /** @returns null if there is no such file */
  stat(key: string): Promise<FileFacts | null>;
  /** Deletes files; missing ones are ignored. */
  removeMany(keys: readonly string[]): Promise<void>;
  /**
   * All files in a folder and below, ordered by code points of their names, read lazily.
   * @param folder its name with a trailing slash; by default all
   */
  list(folder?: string): AsyncIterable<FileFacts & { key: string }>;
  /**
   * Throws if the store does not respond, or refuses access. It writes to a folder; it only lists a bucket, which may
   * keep versions.
   */
  probe(): Promise<void>;
}

/** Suffix of an incomplete file; no stored file has it. */
export const UNFINISHED = ".part";

/** @throws Error if it is not a name as in `NewFile.key` */
export function checkKey(key: string): string {
  const parts = key.split("/");
  const fine = parts.every((part) => /^[\w.-]+$/.test(part) && part !== "." && part !== "..");
  if (!fine || key.endsWith(UNFINISHED)) throw new Error(`${key} is not the name of a file in a store`);
  return key;
}

/** @throws RangeError if it is invalid */
export function checkRange(range: ByteRange | undefined): void {
  if (!range) return;
  const { start, end } = range;
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!whole || start < 0 || end < start) throw new RangeError(`${start}-${end} is no part of a file`);
}

/** The store is temporarily unreachable or not working; the same request may be retried later. */
export class StoreUnavailableError extends Error {
  override name = "StoreUnavailableError";
}

/** The store refuses permanently: no such bucket, wrong keys. */
export class StoreRefusedError extends StoreUnavailableError {
  override name = "StoreRefusedError";
}

/** Read-ahead limit, bytes: a slow client must not look like a silent store. */
export const READ_AHEAD_BYTES = 4 * 1024 * 1024;

/**
 * A stored file whose stream reports a broken connection as an unavailable store.
 * @param ahead read-ahead, bytes
 */
export function wrapStreamErrors(file: OpenFile, key: string, ahead = 64 * 1024): OpenFile {
  const { stream: source } = file;
  const stream = new PassThrough({ readableHighWaterMark: ahead });
  // A later reader gets the error then.
  stream.on("error", () => {});
  source.on("error", (error) => stream.destroy(new StoreUnavailableError(`${key} broke off`, { cause: error })));
  stream.on("close", () => source.destroy());
  return { ...file, stream: source.pipe(stream) };
}
