import { statSync } from "node:fs";
import { mkdir, open, opendir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "~/env.server";
import { DomainError } from "~/lib/errors";
import { syncFolder } from "~/services/images/durable.server";
import { writeAll } from "./write-all.server";

const ID = /^[0-9a-f]{32}$/;

/** A folder of its own: nothing is served from it, and no sweep or backup of images knows it. */
const folder = () => path.join(env().UPLOADS_DIR, ".resumable");

/** Whether it can be the id of a resumable upload: no other text ever becomes part of a path. */
export const isUploadId = (text: string): boolean => ID.test(text);

/** Path of the bytes of an upload. @param id of a row, so it is one of ours */
export function uploadPath(id: string): string {
  if (!isUploadId(id)) throw new Error("not the id of an upload");
  return path.join(folder(), id);
}

/** How many bytes have come; null where there is no file. */
export function receivedBytes(id: string): number | null {
  return statSync(uploadPath(id), { throwIfNoEntry: false })?.size ?? null;
}

/** Makes the empty file of a new upload, which its owner alone can read. */
export async function createUploadFile(id: string): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const handle = await open(uploadPath(id), "wx", 0o600);
  await handle.close();
  await syncFolder(folder());
}

/**
 * Writes what comes behind the first `offset` bytes. Whatever has come when it ends or breaks off is on the disk for
 * good.
 * @returns how many bytes there are afterwards
 * @throws DomainError conflict where another process has gone on with this upload meanwhile; what `pieces` throws
 */
export async function appendToUpload(id: string, offset: number, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(uploadPath(id), "r+");
  let end = offset;
  try {
    for await (const bytes of pieces) {
      // So no byte that once came is ever written over: a picture that was looked at stays what it was.
      if ((await handle.stat()).size !== end) throw new DomainError("conflict", "This upload goes on elsewhere.");
      await writeAll(handle, bytes, end);
      end += bytes.byteLength;
    }
    return end;
  } finally {
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** Removes the files of uploads; missing ones are ignored. */
export async function removeUploadFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(uploadPath(id), { force: true });
}

/** The names in the folder that were last written before `time` (ms since 1970). */
export async function* uploadFilesBefore(time: number): AsyncGenerator<string> {
  const dir = await opendir(folder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  for await (const { name } of dir ?? []) {
    const facts = await stat(path.join(folder(), name)).catch(() => null);
    if (facts !== null && facts.mtimeMs < time) yield name;
  }
}

/** Removes what stands in the folder and is no upload's file. */
export async function removeStray(name: string): Promise<void> {
  await rm(path.join(folder(), path.basename(name)), { recursive: true, force: true });
}
