import { PassThrough, type Readable } from "node:stream";

export interface FileFacts {
  size: number;
  /** ms since 1970. */
  modifiedAt: number;
}

/** The caller must read the stream to its end or destroy it. */
export interface OpenFile extends FileFacts {
  stream: Readable;
}

export interface NewFile {
  /** Parts of letters, digits and `._-` with slashes between. */
  key: string;
  /** A complete file on this machine; the store moves it. */
  path: string;
}

/** Bytes from 0, `end` included. Past the file's end the stream ends earlier, or is empty. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * In a folder or bucket. A file never changes under its name, is complete or missing, and is durable once `put` has
 * resolved. Every method throws `StoreUnavailableError` if the store is temporarily unreachable or not working.
 */
export interface FileStore {
  /** For people, without secrets. */
  readonly label: string;
  /** Also replaces files. After an error, some may be stored. */
  put(files: readonly NewFile[]): Promise<void>;
  /** null if missing */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  /** null if missing */
  stat(key: string): Promise<FileFacts | null>;
  removeMany(keys: readonly string[]): Promise<void>;
  /**
   * All files in a folder and below, by code points of their names, read lazily.
   * @param folder with a trailing slash; default all
   */
  list(folder?: string): AsyncIterable<FileFacts & { key: string }>;
  /**
   * Throws if the store does not respond, or refuses access. Writes to a folder; only lists a bucket, which may keep
   * versions.
   */
  probe(): Promise<void>;
}

/** Of an incomplete file; no stored file has it. */
export const UNFINISHED = ".part";

/** @throws Error if it is not as in `NewFile.key` */
export function checkKey(key: string): string {
  const parts = key.split("/");
  const fine = parts.every((part) => /^[\w.-]+$/.test(part) && part !== "." && part !== "..");
  if (!fine || key.endsWith(UNFINISHED)) throw new Error(`${key} is not the name of a file in a store`);
  return key;
}

/** @throws RangeError */
export function checkRange(range: ByteRange | undefined): void {
  if (!range) return;
  const { start, end } = range;
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!whole || start < 0 || end < start) throw new RangeError(`${start}-${end} is no part of a file`);
}

/** The request may be retried later. */
export class StoreUnavailableError extends Error {
  override name = "StoreUnavailableError";
}

/** Permanent: no such bucket, wrong keys. */
export class StoreRefusedError extends StoreUnavailableError {
  override name = "StoreRefusedError";
}

/** Bytes: a slow client must not look like a silent store. */
export const READ_AHEAD_BYTES = 4 * 1024 * 1024;

/**
 * Reports a broken connection as an unavailable store.
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
