import { PassThrough, type Readable } from "node:stream";

/** What a store knows of a file without reading it. */
export interface FileFacts {
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

/** A file being read. Whoever opens one reads it to its end or destroys the stream. */
export interface OpenFile extends FileFacts {
  /** The bytes that were asked for. */
  stream: Readable;
}

/** A file to be stored. */
export interface NewFile {
  /** Its name in the store: parts of letters, digits and `._-` with slashes between. */
  key: string;
  /** Where it is now, whole, on this machine; the store moves it. */
  path: string;
}

/**
 * A part of a file, bytes from 0, `end` included. What of it lies behind the file's end is not there: the stream ends
 * earlier, or is empty.
 */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * A place for files by name: a folder, or a bucket of an object store. A file never changes under its name, is there as
 * a whole or not at all, and is there for good once `put` has resolved.
 *
 * Every method throws `StoreUnavailableError` where the store cannot be reached or does not work at the moment.
 */
export interface FileStore {
  /** Where it is, for people; holds no secret. */
  readonly label: string;
  /** Stores files; where it throws, some may be stored and some not. A file of the same name is replaced. */
  put(files: readonly NewFile[]): Promise<void>;
  /** @returns null where there is no such file */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  /** @returns null where there is no such file */
  stat(key: string): Promise<FileFacts | null>;
  /** Removes files; missing ones are ignored. */
  removeMany(keys: readonly string[]): Promise<void>;
  /**
   * Every file in a folder and below, in the order of their names by code points, read as they are asked for.
   * @param folder its name with a slash at the end; all where there is none
   */
  list(folder?: string): AsyncIterable<FileFacts & { key: string }>;
  /** Throws where the store does not answer, or refuses us. A folder is written to; a bucket is listed, as it may keep versions. */
  probe(): Promise<void>;
}

/** Behind a name: a file that is not whole yet. Nobody's file is called so. */
export const UNFINISHED = ".part";

/** @returns the name, as `NewFile.key` describes it @throws Error where no store takes it */
export function checkKey(key: string): string {
  const parts = key.split("/");
  const fine = parts.every((part) => /^[\w.-]+$/.test(part) && part !== "." && part !== "..");
  if (!fine || key.endsWith(UNFINISHED)) throw new Error(`${key} is not the name of a file in a store`);
  return key;
}

/** @throws RangeError where it is no range */
export function checkRange(range: ByteRange | undefined): void {
  if (!range) return;
  const { start, end } = range;
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!whole || start < 0 || end < start) throw new RangeError(`${start}-${end} is no part of a file`);
}

/** The store cannot be reached or does not work at the moment; the same request may be tried again later. */
export class StoreUnavailableError extends Error {
  override name = "StoreUnavailableError";
}

/** The store answers, and what it says will not change by itself: no such bucket, not our keys. */
export class StoreRefusedError extends StoreUnavailableError {
  override name = "StoreRefusedError";
}

/** A store that nobody listens to for a while counts as silent: who reads slowly gets what was read ahead, bytes. */
export const READ_AHEAD_BYTES = 4 * 1024 * 1024;

/**
 * A stored file whose stream reports a broken connection as a store that is unavailable.
 * @param ahead how much is read before anybody asks for it, bytes
 */
export function wrapStreamErrors(file: OpenFile, key: string, ahead = 64 * 1024): OpenFile {
  const { stream: source } = file;
  const stream = new PassThrough({ readableHighWaterMark: ahead });
  // Who reads it later is told then.
  stream.on("error", () => {});
  source.on("error", (error) => stream.destroy(new StoreUnavailableError(`${key} broke off`, { cause: error })));
  stream.on("close", () => source.destroy());
  return { ...file, stream: source.pipe(stream) };
}
