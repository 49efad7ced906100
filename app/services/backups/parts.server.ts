import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { createGunzip, createGzip } from "node:zlib";
import { SECOND } from "~/lib/time";
import { measuring } from "../images/copy.server";
import { type FileStore, StoreRefusedError, StoreUnavailableError } from "../images/store";
import { BackupError } from "./errors";
import type { StoredPart, StoredParts } from "./manifest";

/** Bytes of a part: no upload is larger, and no more is held in memory. */
const MOST_IN_PART = 16 * 1024 * 1024;

/** Measured with a million vehicles (README, What growing costs): higher levels take much longer for little. */
const LEVEL = 1;

/** How often a part is asked for where the store does not answer, and how long is waited in between, ms. */
const TRIES = 3;
const BETWEEN_TRIES = 2.5 * SECOND;

/** Where parts go: `store`, with names that begin with `base`; they are made in `folder`. */
interface PartsTarget {
  store: FileStore;
  /** Such as `2026-11-22T10-00-00-123Z/`. */
  base: string;
  /** Of this machine, absolute. */
  folder: string;
}

/**
 * Compresses what `source` yields and stores it in parts `NAME-0000.gz`, one at a time.
 * @throws StoreUnavailableError
 */
export async function storeInParts(
  source: AsyncIterable<Uint8Array | string>,
  name: string,
  target: PartsTarget,
): Promise<StoredParts> {
  const { through, sum } = measuring();
  let parts: StoredPart[] = [];
  await pipeline(Readable.from(source), through, createGzip({ level: LEVEL }), async (packed) => {
    parts = await cut(packed, name, target);
  });
  return { ...sum(), parts };
}

async function cut(packed: AsyncIterable<Buffer>, name: string, target: PartsTarget): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  let part: OpenPart | undefined;
  const finish = async () => {
    if (part) parts.push(await storePart(part, target));
    part = undefined;
  };
  try {
    for await (const chunk of packed) {
      for (let at = 0; at < chunk.length; ) {
        part ??= await openPart(`${name}-${String(parts.length).padStart(4, "0")}.gz`, target.folder);
        const piece = chunk.subarray(at, at + MOST_IN_PART - part.bytes);
        await part.handle.writeFile(piece);
        part.hash.update(piece);
        part.bytes += piece.length;
        at += piece.length;
        if (part.bytes === MOST_IN_PART) await finish();
      }
    }
    await finish();
  } finally {
    await part?.handle.close();
  }
  return parts;
}

interface OpenPart {
  key: string;
  path: string;
  handle: FileHandle;
  hash: Hash;
  bytes: number;
}

async function openPart(key: string, folder: string): Promise<OpenPart> {
  const file = path.join(folder, `${key}.packing`);
  return { key, path: file, handle: await open(file, "w", 0o600), hash: createHash("md5"), bytes: 0 };
}

async function storePart({ key, path: file, handle, hash, bytes }: OpenPart, target: PartsTarget): Promise<StoredPart> {
  await handle.sync();
  await handle.close();
  await target.store.put([{ key: target.base + key, path: file }]);
  return { key, bytes, md5: hash.digest("hex") };
}

/**
 * What was stored in parts, unpacked; each part is checked when it is read, the whole at the end.
 * @throws (while it is read) BackupError where something is missing or damaged, StoreUnavailableError
 */
export async function* readParts(store: FileStore, base: string, stored: StoredParts): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // A failure of either ends the other; whoever reads is told.
  const piping = pipeline(Readable.from(packedBytes(store, base, stored.parts)), gunzip);
  piping.catch(() => undefined);
  const hash = createHash("md5");
  let bytes = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    await piping;
  } catch (error) {
    if (error instanceof BackupError || error instanceof StoreUnavailableError) throw error;
    throw (error as NodeJS.ErrnoException).code?.startsWith("Z_") ? damaged(base, "cannot be unpacked") : error;
  }
  if (bytes !== stored.bytes || hash.digest("hex") !== stored.md5) throw damaged(base, "is not what was stored");
}

async function* packedBytes(store: FileStore, base: string, parts: readonly StoredPart[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const bytes = await readObject(store, base + part.key);
    if (bytes === null) throw damaged(base + part.key, "is missing");
    if (bytes.length !== part.bytes || createHash("md5").update(bytes).digest("hex") !== part.md5) {
      throw damaged(base + part.key, "is not what was stored");
    }
    yield bytes;
  }
}

/** A small object as a whole; null where there is none. Asks again where the store does not answer, or breaks off. */
export function readObject(store: FileStore, key: string): Promise<Buffer | null> {
  return askAgain(async () => {
    const file = await store.open(key);
    return file && Buffer.concat(await file.stream.toArray());
  });
}

/** Asks a store a few times, where it does not answer: one lost connection is no reason to begin a long work anew. */
export async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await ask();
    } catch (error) {
      const lasting = !(error instanceof StoreUnavailableError) || error instanceof StoreRefusedError;
      if (lasting || turn === TRIES) throw error;
      await pause(BETWEEN_TRIES);
    }
  }
}

function damaged(what: string, how: string): BackupError {
  return new BackupError(`The backup is damaged: ${what.replace(/\/$/, "")} ${how}.`);
}
