import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { photos } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { checkQuota } from "~/features/photos/new-photos.server";
import { ANIMATED, FILE_MISSING, NOT_STORED_HERE, TURNED_AT_ONCE } from "~/features/photos/policy";
import { listPhotoRows, listPhotoRowsById } from "~/features/photos/rows.server";
import type { PhotoChange } from "~/features/photos/schema.server";
import { DomainError, invalidField } from "~/lib/errors";
import { parseImageName } from "~/lib/images";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { MissingImageError, type StoredImage, withRotatedImage } from "~/services/images/stage.server";
import { log } from "~/services/log/log.server";
import { getPhotoToEdit, setCoverColumn, updatePhoto } from "./gallery.server";

/** If other rotations finish first. */
const MAX_ATTEMPTS = 5;

interface Turned {
  vehicleId: number;
  /** Images without references. */
  unused: string[];
}

/**
 * Renders all files again under a new name. The cover follows. A concurrent rotation continues from the result.
 * @param degrees clockwise: 90, 180 or 270
 * @param change other changes for the same transaction
 * @returns the id of its vehicle
 * @throws DomainError not_found; forbidden for non-owners; invalid for animations, external photos and lost files;
 *   too_large if the photo storage is full; conflict after too many concurrent rotations
 */
export function rotatePhoto(
  viewer: Viewer,
  photoId: number,
  degrees: number,
  change: Omit<PhotoChange, "turn"> = {},
): Promise<number> {
  return oneByOne(photoId, async () => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const before = turnableName(getPhotoToEdit(photoId, viewer).photo.photo);
      const turnedPhoto = await rotateOnce(viewer, photoId, degrees, before, change);
      if (!turnedPhoto) continue;
      await removeImages("photos", turnedPhoto.unused);
      return turnedPhoto.vehicleId;
    }
    throw new DomainError("conflict", TURNED_AT_ONCE);
  });
}

/** Last rotation per photo, running or queued in this process. */
const turning = new Map<number, Promise<unknown>>();

/**
 * In sequence: of concurrent rotations of a photo, all but one would be wasted. Interference from elsewhere (another
 * process, a deletion) restarts a rotation.
 */
async function oneByOne<T>(photoId: number, rotate: () => Promise<T>): Promise<T> {
  const before = turning.get(photoId);
  const rotation = before ? before.then(rotate, rotate) : rotate();
  turning.set(photoId, rotation);
  try {
    return await rotation;
  } finally {
    if (turning.get(photoId) === rotation) turning.delete(photoId);
  }
}

function turnableName(name: string): string {
  const facts = parseImageName(name);
  if (!facts) throw invalidField("turn", NOT_STORED_HERE);
  if (facts.isAnimated) throw invalidField("turn", ANIMATED);
  return name;
}

/** Null if the photo has another file by now. */
async function rotateOnce(
  viewer: Viewer,
  photoId: number,
  degrees: number,
  before: string,
  change: Omit<PhotoChange, "turn">,
): Promise<Turned | null> {
  try {
    return await withRotatedImage("photos", before, degrees, (image) =>
      transaction(() => {
        updatePhoto(viewer, photoId, change);
        return replaceFile(viewer, photoId, before, image);
      }),
    );
  } catch (error) {
    // Whatever the error, the picture was no longer the photo's.
    if (listPhotoRowsById([photoId])[0]?.photo !== before) return null;
    if (!(error instanceof MissingImageError)) throw error;
    log.warn({ err: error }, "photo not rotated: file missing");
    throw invalidField("turn", FILE_MISSING);
  }
}

function replaceFile(viewer: Viewer, photoId: number, before: string, { name, bytes }: StoredImage): Turned {
  const { photo, vehicle } = getPhotoToEdit(photoId, viewer);
  if (photo.photo !== before) throw new DomainError("conflict", TURNED_AT_ONCE);
  const was = db().select({ bytes: photos.bytes }).from(photos).where(eq(photos.id, photoId)).get();
  checkQuota(viewer.id, "turn", bytes, was?.bytes ?? 0);
  db().update(photos).set({ photo: name, bytes }).where(eq(photos.id, photoId)).run();
  // The gallery may have the same file twice; then the cover stays. A build log has no cover.
  const isElsewhere = photo.entryId !== null || listPhotoRows([vehicle.id]).some((row) => row.photo === before);
  if (vehicle.coverPhoto === before && !isElsewhere) setCoverColumn(vehicle.id, name);
  return { vehicleId: vehicle.id, unused: unreferencedImages("photos", [before]) };
}
