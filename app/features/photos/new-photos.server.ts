import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { photos, users } from "~/db/schema";
import { env } from "~/env.server";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { formatBytes } from "~/lib/text";
import { type StoredImage, sumBytes, withStagedImages } from "~/services/images/stage.server";
import { bytesOfUploads, bytesUploadedBefore } from "~/services/uploads/resumable.server";

/**
 * Converts the files and runs `write` in a transaction. If one file is refused, none is stored.
 * @param write calls `insertPhotos`, and reads again the rows it relies on: image processing took time
 * @throws DomainError invalid or too_large naming the refused file; too_large if the photo storage is full; errors of
 *   `write`
 */
export function withNewPhotos<T>(
  viewer: Viewer,
  files: UploadedFile[],
  write: (images: StoredImage[]) => T,
): Promise<T> {
  if (files.length > 0) requireFreeQuota(viewer.id, "photos", bytesUploadedBefore(files));
  return withStagedImages("photos", files, "photos", write);
}

interface PhotoPlace {
  vehicleId: number;
  /** Null for the gallery. */
  entryId: number | null;
  /** Number of existing photos. */
  after: number;
  createdAt: number;
}

/**
 * @returns ids, in order
 * @throws DomainError too_large if the photo storage is full
 */
export function insertPhotos(
  viewer: Viewer,
  images: readonly StoredImage[],
  { vehicleId, entryId, after, createdAt }: PhotoPlace,
): number[] {
  if (images.length === 0) return [];
  checkQuota(viewer.id, "photos", sumBytes(images));
  const rows = images.map(({ name, bytes }, index) => ({
    vehicleId,
    entryId,
    photo: name,
    bytes,
    position: after + index + 1,
    createdAt,
  }));
  const insertedRows = db().insert(photos).values(rows).returning({ id: photos.id }).all();
  return insertedRows.map(({ id }) => id);
}

/**
 * @param place.name start of a sentence: "A vehicle"
 * @param more number of new photos
 * @throws DomainError invalid
 */
export function checkPhotoCount(place: { name: string; most: number; photoCount: number }, more: number): void {
  const remaining = Math.max(0, place.most - place.photoCount);
  if (more <= remaining) return;
  const rest = remaining === 0 ? "Delete some to make room." : `There is room for ${remaining} more.`;
  throw invalidField("photos", `${place.name} can have at most ${place.most} photos. ${rest}`);
}

/** Bytes: `storageBytes`, and unfinished uploads. The avatar does not count. */
export function getPhotoQuota(userId: number): { used: number; quota: number } {
  const row = db()
    .select({ stored: users.storageBytes, quotaMb: users.quotaMb })
    .from(users)
    .where(eq(users.id, userId))
    .get();
  const quota = (row?.quotaMb ?? env().MEMBER_QUOTA_MB) * 1024 * 1024;
  return { used: (row?.stored ?? 0) + bytesOfUploads(userId), quota };
}

/**
 * Called before image processing, which takes time.
 * @param field form field of the files
 * @param freed bytes of replaced files, and of files uploaded before the form
 * @throws DomainError too_large
 */
export function requireFreeQuota(userId: number, field: string, freed = 0): void {
  const { used, quota } = getPhotoQuota(userId);
  if (used - freed < quota) return;
  const size = formatBytes(quota);
  throw quotaError(field, `Your photos take up ${size}, the limit for one member. Delete some to make room.`);
}

/**
 * Called in the transaction that writes the photos.
 * @param more bytes
 * @throws DomainError too_large
 */
export function checkQuota(userId: number, field: string, more: number, freed = 0): void {
  const { used, quota } = getPhotoQuota(userId);
  if (more === 0 || used - freed + more <= quota) return;
  const [usedSize, all] = [used - freed, quota].map(formatBytes);
  throw quotaError(
    field,
    `There is no room for this: your photos take up ${usedSize} of ${all}. Delete some to make room.`,
  );
}

function quotaError(field: string, message: string): DomainError {
  return new DomainError("too_large", message, { [field]: [message] });
}
