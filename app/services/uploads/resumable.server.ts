import { statSync } from "node:fs";
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { and, count, eq, gt, isNull } from "drizzle-orm";
import { db } from "~/db/client.server";
import { uploads } from "~/db/schema";
import { env } from "~/env.server";
import { DomainError, invalidField } from "~/lib/errors";
import { namesIn } from "~/lib/folders.server";
import type { UploadedFile } from "~/lib/forms";
import { UPLOAD_GONE } from "~/lib/images";
import { DAY, HOUR, now } from "~/lib/time";
import { syncFolder } from "~/services/images/fsync.server";
import { UploadInProgress } from "./budget.server";

/** Lifetime of an unfinished or unused upload, ms. */
export const UPLOAD_TTL_MS = DAY;

/** A photo that comes by itself, before the form that it was chosen in. */
export interface ResumableUpload extends Omit<typeof uploads.$inferSelect, "finishedAt"> {
  /** Bytes that have come, of the `size` that was announced. */
  received: number;
}

/** @returns undefined where there is none, or none any more */
export function findUpload(id: string): ResumableUpload | undefined {
  const row = isUploadId(id) && db().select().from(uploads).where(eq(uploads.id, id)).get();
  if (!row || row.createdAt <= now() - UPLOAD_TTL_MS) return undefined;
  // A backup brings rows back and not what was on its way.
  const received = receivedBytes(id);
  return received === null ? undefined : { ...row, received };
}

/** What a person's uploads take up on the disk, bytes. */
export function bytesOfUploads(userId: number): number {
  const rows = db().select({ id: uploads.id }).from(uploads).where(eq(uploads.userId, userId)).all();
  return rows.reduce((sum, { id }) => sum + (receivedBytes(id) ?? 0), 0);
}

/** How many of a person's uploads have not come as a whole. */
export function countUnfinished(userId: number): number {
  const waiting = and(eq(uploads.userId, userId), isNull(uploads.finishedAt));
  const alive = gt(uploads.createdAt, now() - UPLOAD_TTL_MS);
  return db().select({ count: count() }).from(uploads).where(and(waiting, alive)).get()!.count;
}

/** Writes the row of a new upload, whose file is there. */
export function addUpload(upload: Pick<ResumableUpload, "id" | "userId" | "filename" | "size">): void {
  db()
    .insert(uploads)
    .values({ ...upload, createdAt: now() })
    .run();
}

/** Notes that all of it has come and that it is a picture. */
export function markFinished(id: string): void {
  db().update(uploads).set({ finishedAt: now() }).where(eq(uploads.id, id)).run();
}

/** Removes an upload, row and file. May be repeated. */
export async function removeUpload(id: string): Promise<void> {
  db().delete(uploads).where(eq(uploads.id, id)).run();
  await removeUploadFiles([id]);
}

/**
 * Takes all uploads of a person away: their rows, as part of the transaction that it is called in.
 * @returns their ids; the files are to be removed after the transaction
 */
export function deleteUserUploads(userId: number): string[] {
  const rows = db().delete(uploads).where(eq(uploads.userId, userId)).returning({ id: uploads.id }).all();
  return rows.map(({ id }) => id);
}

/**
 * An upload as a file of its form.
 * @throws DomainError invalid at `field` where it is not there any more, another person's, or not whole
 */
export function uploadedFile(userId: number, id: string, field: string): UploadedFile {
  const upload = findUpload(id);
  // Whole is what has all its bytes: a crash may have come before the note of it, and a form looks at every file anyway.
  if (!upload || upload.userId !== userId || upload.received !== upload.size) throw uploadGone(field);
  return { filename: upload.filename, path: uploadPath(id), size: upload.size, uploadId: id };
}

/** The refusal of a form that names an upload which it cannot have. */
export const uploadGone = (field: string) => invalidField(field, UPLOAD_GONE);

/** The ids of those files that came before their form. */
export function listUploadIds(files: readonly UploadedFile[]): string[] {
  return files.flatMap(({ uploadId }) => uploadId ?? []);
}

/** What those files take up that came before their form, bytes. */
export function bytesUploadedBefore(files: readonly UploadedFile[]): number {
  return files.reduce((sum, { uploadId, size }) => sum + (uploadId === undefined ? 0 : size), 0);
}

/**
 * Removes the rows of uploads that become photos, in the transaction that writes those.
 * @throws DomainError invalid at `field` where another form has had one of them meanwhile
 */
export function claimUploads(ids: readonly string[], field: string): void {
  for (const id of ids) {
    const { changes } = db().delete(uploads).where(eq(uploads.id, id)).run();
    if (changes === 0) throw uploadGone(field);
  }
}

/**
 * Removes uploads whose time is over, and rows without a file and files without a row that are older than an hour. A form
 * that came just in time has another hour.
 * @param time ms since 1970
 * @returns how many files and rows were removed
 */
export async function sweepUploads(time: number): Promise<number> {
  // Looked at first: where nothing has to go, as nearly always, the sweep waits for nobody who writes.
  const rows = db().select({ id: uploads.id, createdAt: uploads.createdAt }).from(uploads).all();
  // The file comes a moment before its row, so a row without one has lost it.
  const isLost = ({ id, createdAt }: (typeof rows)[number]) => createdAt <= time - HOUR && receivedBytes(id) === null;
  const isOver = ({ createdAt }: (typeof rows)[number]) => createdAt <= time - UPLOAD_TTL_MS - HOUR;
  const gone = rows.filter((row) => isOver(row) || isLost(row)).map(({ id }) => id);
  for (const id of gone) db().delete(uploads).where(eq(uploads.id, id)).run();
  await removeUploadFiles(gone);
  let strays = 0;
  for await (const name of namesIn(folder())) {
    const facts = await stat(path.join(folder(), name)).catch(() => null);
    if (facts === null || facts.mtimeMs >= time - HOUR) continue;
    if (db().select({ id: uploads.id }).from(uploads).where(eq(uploads.id, name)).get()) continue;
    await rm(path.join(folder(), name), { recursive: true, force: true });
    strays += 1;
  }
  return gone.length + strays;
}

/** A folder of its own: nothing is served from it, and no sweep or backup of images knows it. */
const folder = () => path.join(env().UPLOADS_DIR, ".resumable");

/** Whether it can be the id of a resumable upload: no other text ever becomes part of a path. */
const isUploadId = (text: string) => /^[0-9a-f]{32}$/.test(text);

/** Path of the bytes of an upload. @param id of a row, so it is one of ours */
export function uploadPath(id: string): string {
  if (!isUploadId(id)) throw new Error("not the id of an upload");
  return path.join(folder(), id);
}

/** How many bytes have come; null where there is no file. */
function receivedBytes(id: string): number | null {
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
 * @throws DomainError conflict where another process has gone on with this upload meanwhile; rate_limited over the
 *   budget of uploads; what `pieces` throws
 */
export async function appendToUpload(
  { id, userId }: Pick<ResumableUpload, "id" | "userId">,
  offset: number,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  const handle = await open(uploadPath(id), "r+");
  const upload = new UploadInProgress(userId);
  let end = offset;
  try {
    for await (const bytes of pieces) {
      upload.add(bytes.byteLength);
      // So no byte that once came is ever written over: a picture that was looked at stays what it was.
      if ((await handle.stat()).size !== end) throw new DomainError("conflict", "This upload is continuing elsewhere.");
      await writeAll(handle, bytes, end);
      end += bytes.byteLength;
    }
    return end;
  } finally {
    upload.end();
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

/** Writes all of `bytes`. @param at where in the file; without it where the last write ended */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, at?: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const place = at === undefined ? null : at + done;
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, place);
    done += bytesWritten;
  }
}
