import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { inOurTerms } from "./broken-off.server";
import { DamagedFileError, type FileStore } from "./store";

/**
 * Writes a file of a store to a path of this machine, which must not exist.
 * @returns its MD5 (hex) and bytes; null where the store has no such file
 * @throws StoreUnavailableError, also where it breaks off; DamagedFileError, which is one, where it arrives damaged
 */
export async function fetchFile(store: FileStore, key: string, path: string): Promise<FileSum | null> {
  const file = await store.open(key);
  if (!file) return null;
  const sum = await writeTo(inOurTerms(file, key).stream, path);
  if (sum.bytes !== file.size || (file.md5 !== null && file.md5 !== sum.md5)) {
    throw new DamagedFileError(`${key} has arrived damaged from ${store.label}`);
  }
  return sum;
}

export interface FileSum {
  /** Hex. */
  md5: string;
  bytes: number;
}

/** Reads a stream to its end. */
export async function sumOf(stream: AsyncIterable<Uint8Array>): Promise<FileSum> {
  const { add, sum } = adding();
  for await (const chunk of stream) add(chunk);
  return sum();
}

async function writeTo(stream: Readable, path: string): Promise<FileSum> {
  const { through, sum } = measuring();
  await pipeline(stream, through, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return sum();
}

/** What passes bytes on as they are; `sum` is of all of them, to be asked for once they have passed. */
export function measuring(): { through: Transform; sum: () => FileSum } {
  const { add, sum } = adding();
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      add(chunk);
      done(null, chunk);
    },
  });
  return { through, sum };
}

/** Sums up bytes piece by piece; `sum` ends it. */
function adding(): { add: (chunk: Uint8Array) => void; sum: () => FileSum } {
  const hash = createHash("md5");
  let bytes = 0;
  const add = (chunk: Uint8Array) => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  return { add, sum: () => ({ md5: hash.digest("hex"), bytes }) };
}
