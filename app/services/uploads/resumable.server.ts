import { and, count, eq, gt, isNull } from "drizzle-orm";
import { db } from "~/db/client.server";
import { uploads } from "~/db/schema";
import { invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { UPLOAD_GONE } from "~/lib/image-limits";
import { DAY, HOUR, now } from "~/lib/time";
import {
  isUploadId,
  receivedBytes,
  removeStray,
  removeUploadFiles,
  uploadFilesBefore,
  uploadPath,
} from "./resumable-files.server";

/** How long an upload waits for the rest of it, and for its form, ms. */
export const UPLOAD_LIFETIME = DAY;

/** A photo that comes by itself, before the form that it was chosen in. */
export interface ResumableUpload {
  id: string;
  userId: number;
  filename: string;
  /** Bytes that were announced. */
  size: number;
  /** Bytes that have come. */
  received: number;
  createdAt: number;
}

/** @returns undefined where there is none, or none any more */
export function findUpload(id: string): ResumableUpload | undefined {
  const row = isUploadId(id) && db().select().from(uploads).where(eq(uploads.id, id)).get();
  if (!row || row.createdAt <= now() - UPLOAD_LIFETIME) return undefined;
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
  const alive = gt(uploads.createdAt, now() - UPLOAD_LIFETIME);
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
export function forgetUploadsOf(userId: number): string[] {
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
export function uploadIdsOf(files: readonly UploadedFile[]): string[] {
  return files.flatMap(({ uploadId }) => uploadId ?? []);
}

/** What those files take up that came before their form, bytes. */
export function bytesBefore(files: readonly UploadedFile[]): number {
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

type Age = Pick<typeof uploads.$inferSelect, "id" | "createdAt">;

/**
 * Removes uploads whose time is over, and rows without a file and files without a row that are older than an hour. A form
 * that came just in time has another hour.
 * @param time ms since 1970
 * @returns how many files and rows were removed
 */
export async function sweepUploads(time: number): Promise<number> {
  // Looked at first: where nothing has to go, as nearly always, the sweep waits for nobody who writes.
  const rows = db().select({ id: uploads.id, createdAt: uploads.createdAt }).from(uploads).all();
  // A row comes a moment before its file.
  const isLost = ({ id, createdAt }: Age) => createdAt <= time - HOUR && receivedBytes(id) === null;
  const isOver = ({ createdAt }: Age) => createdAt <= time - UPLOAD_LIFETIME - HOUR;
  const gone = rows.filter((row) => isOver(row) || isLost(row)).map(({ id }) => id);
  for (const id of gone) db().delete(uploads).where(eq(uploads.id, id)).run();
  await removeUploadFiles(gone);
  return gone.length + (await removeStrayFiles(time - HOUR));
}

async function removeStrayFiles(before: number): Promise<number> {
  let removed = 0;
  for await (const name of uploadFilesBefore(before)) {
    const rows = db().select({ id: uploads.id }).from(uploads).where(eq(uploads.id, name)).all();
    if (rows.length > 0) continue;
    await removeStray(name);
    removed += 1;
  }
  return removed;
}
