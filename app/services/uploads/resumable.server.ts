import { statSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
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
import { syncFolder } from "~/services/images/store/fsync.server";
import { UploadInProgress } from "./budget.server";

/** If unfinished or unused. */
export const UPLOAD_TTL_MS = DAY;

export interface ResumableUpload extends Omit<typeof uploads.$inferSelect, "finishedAt"> {
  /** Bytes of the announced `size`. */
  received: number;
}

/** undefined if missing or expired */
export function findUpload(id: string): ResumableUpload | undefined {
  const row = isUploadId(id) && db().select().from(uploads).where(eq(uploads.id, id)).get();
  if (!row || row.createdAt <= now() - UPLOAD_TTL_MS) return undefined;
  // A restored backup contains rows, but no unfinished files.
  const received = receivedBytes(id);
  return received === null ? undefined : { ...row, received };
}

export function bytesOfUploads(userId: number): number {
  const rows = db().select({ id: uploads.id }).from(uploads).where(eq(uploads.userId, userId)).all();
  return rows.reduce((sum, { id }) => sum + (receivedBytes(id) ?? 0), 0);
}

export function countUnfinished(userId: number): number {
  const unfinished = and(eq(uploads.userId, userId), isNull(uploads.finishedAt));
  const alive = gt(uploads.createdAt, now() - UPLOAD_TTL_MS);
  return db().select({ count: count() }).from(uploads).where(and(unfinished, alive)).get()!.count;
}

/** After its file. */
export function addUpload(upload: Pick<ResumableUpload, "id" | "userId" | "filename" | "size">): void {
  db()
    .insert(uploads)
    .values({ ...upload, createdAt: now() })
    .run();
}

/** Complete, and a valid picture. */
export function markFinished(id: string): void {
  db().update(uploads).set({ finishedAt: now() }).where(eq(uploads.id, id)).run();
}

export async function removeUpload(id: string): Promise<void> {
  db().delete(uploads).where(eq(uploads.id, id)).run();
  await removeUploadFiles([id]);
}

/**
 * In the caller's transaction.
 * @returns ids; remove the files after the transaction
 */
export function deleteUserUploads(userId: number): string[] {
  const rows = db().delete(uploads).where(eq(uploads.userId, userId)).returning({ id: uploads.id }).all();
  return rows.map(({ id }) => id);
}

/** @throws DomainError invalid at `field` if missing, incomplete, or another user's */
export function uploadedFile(userId: number, id: string, field: string): UploadedFile {
  const upload = findUpload(id);
  // A crash may have prevented `markFinished`. The form checks every file anyway.
  if (!upload || upload.userId !== userId || upload.received !== upload.size) throw uploadGone(field);
  return { filename: upload.filename, path: uploadPath(id), size: upload.size, uploadId: id };
}

export const uploadGone = (field: string) => invalidField(field, UPLOAD_GONE);

export function listUploadIds(files: readonly UploadedFile[]): string[] {
  return files.flatMap(({ uploadId }) => uploadId ?? []);
}

export function bytesUploadedBefore(files: readonly UploadedFile[]): number {
  return files.reduce((sum, { uploadId, size }) => sum + (uploadId === undefined ? 0 : size), 0);
}

/**
 * Their rows are removed in the caller's transaction, as they become photos.
 * @throws DomainError invalid at `field` if another form has used one meanwhile
 */
export function claimUploads(ids: readonly string[], field: string): void {
  for (const id of ids) {
    const { changes } = db().delete(uploads).where(eq(uploads.id, id)).run();
    if (changes === 0) throw uploadGone(field);
  }
}

/**
 * Expired uploads, and rows without a file and files without a row if older than an hour.
 * @param time ms since 1970
 * @returns the number of removed files and rows
 */
export async function sweepUploads(time: number): Promise<number> {
  // Usually nothing has expired, and the sweep needs no write lock.
  const rows = db().select({ id: uploads.id, createdAt: uploads.createdAt }).from(uploads).all();
  // The file is created just before its row, so a row without one has lost it.
  const isLost = ({ id, createdAt }: (typeof rows)[number]) => createdAt <= time - HOUR && receivedBytes(id) === null;
  const isOver = ({ createdAt }: (typeof rows)[number]) => createdAt <= time - UPLOAD_TTL_MS - HOUR;
  const expiredIds = rows.filter((row) => isOver(row) || isLost(row)).map(({ id }) => id);
  for (const id of expiredIds) db().delete(uploads).where(eq(uploads.id, id)).run();
  await removeUploadFiles(expiredIds);
  let strays = 0;
  for await (const name of namesIn(folder())) {
    const facts = await stat(path.join(folder(), name)).catch(() => null);
    if (facts === null || facts.mtimeMs >= time - HOUR) continue;
    if (db().select({ id: uploads.id }).from(uploads).where(eq(uploads.id, name)).get()) continue;
    await rm(path.join(folder(), name), { recursive: true, force: true });
    strays += 1;
  }
  return expiredIds.length + strays;
}

/** Never served, and ignored by sweeps and backups of images. */
const folder = () => path.join(env().UPLOADS_DIR, ".resumable");

/** Checked before an id becomes part of a path. */
const isUploadId = (text: string) => /^[0-9a-f]{32}$/.test(text);

/** @throws Error for an invalid id */
export function uploadPath(id: string): string {
  if (!isUploadId(id)) throw new Error("not the id of an upload");
  return path.join(folder(), id);
}

/** null without a file */
function receivedBytes(id: string): number | null {
  return statSync(uploadPath(id), { throwIfNoEntry: false })?.size ?? null;
}

/** Empty, readable only by its owner. */
export async function createUploadFile(id: string): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const handle = await open(uploadPath(id), "wx", 0o600);
  await handle.close();
  await syncFolder(folder());
}

/** @param file received, in `UPLOADS_DIR`; moved, as large photos take long to copy */
export async function moveToUploads(id: string, file: string): Promise<void> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await rename(file, uploadPath(id));
  await syncFolder(folder());
}

/**
 * If the request breaks off, the received bytes stay.
 * @returns the new size in bytes
 * @throws DomainError conflict if another process has continued this upload meanwhile; rate_limited over the budget of
 *   uploads; errors of `pieces`
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
      // Never overwritten, so a checked picture stays the same.
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

export async function removeUploadFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(uploadPath(id), { force: true });
}

/** @param at default: after the last write */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, at?: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const place = at === undefined ? null : at + done;
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, place);
    done += bytesWritten;
  }
}
