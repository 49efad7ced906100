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

/** How often a turn begins anew because another one was quicker. */
const MAX_ATTEMPTS = 5;

interface Turned {
  vehicleId: number;
  /** Names of images that nothing shows any more. */
  unused: string[];
}

/**
 * Rotates a photo: renders all its files again under a new name; the old name has no reference from the moment the row
 * changes. The cover follows. Of two rotations at once the later one continues from the result of the first.
 * @param degrees clockwise: 90, 180 or 270
 * @param change what else changes, in the same transaction
 * @returns the id of its vehicle
 * @throws DomainError not_found; forbidden for anybody but the owner; invalid for moving pictures, and for photos that
 * are not stored here or whose file is lost; too_large where the photos of one member have no room left; conflict where
 * others keep turning it
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
      const turned = await turnOnce(viewer, photoId, degrees, before, change);
      if (!turned) continue;
      await removeImages("photos", turned.unused);
      return turned.vehicleId;
    }
    throw new DomainError("conflict", TURNED_AT_ONCE);
  });
}

/** The last turn of each photo that is under way or waits in this process. */
const turning = new Map<number, Promise<unknown>>();

/**
 * Turns of one photo, one after the other: drawn at once, all but one would be for nothing. What comes between them all the
 * same (another process, a deletion) makes a turn begin anew.
 */
async function oneByOne<T>(photoId: number, turn: () => Promise<T>): Promise<T> {
  const before = turning.get(photoId);
  const mine = before ? before.then(turn, turn) : turn();
  turning.set(photoId, mine);
  try {
    return await mine;
  } finally {
    if (turning.get(photoId) === mine) turning.delete(photoId);
  }
}

function turnableName(name: string): string {
  const facts = parseImageName(name);
  if (!facts) throw invalidField("turn", NOT_STORED_HERE);
  if (facts.isAnimated) throw invalidField("turn", ANIMATED);
  return name;
}

/** @returns null where the photo has another file by now than the one that was turned */
async function turnOnce(
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
    // Whatever it was (the old file is gone, the row has another one): the picture was not the photo's any more.
    if (listPhotoRowsById([photoId])[0]?.photo !== before) return null;
    if (!(error instanceof MissingImageError)) throw error;
    log.warn({ err: error }, "a photo cannot be turned: its file is lost");
    throw invalidField("turn", FILE_MISSING);
  }
}

function replaceFile(viewer: Viewer, photoId: number, before: string, { name, bytes }: StoredImage): Turned {
  const { photo, vehicle } = getPhotoToEdit(photoId, viewer);
  if (photo.photo !== before) throw new DomainError("conflict", TURNED_AT_ONCE);
  const was = db().select({ bytes: photos.bytes }).from(photos).where(eq(photos.id, photoId)).get();
  checkQuota(viewer.id, "turn", bytes, was?.bytes ?? 0);
  db().update(photos).set({ photo: name, bytes }).where(eq(photos.id, photoId)).run();
  // The same file may stand in the gallery twice; then the cover stays. A build log has none.
  const isElsewhere = photo.entryId !== null || listPhotoRows([vehicle.id]).some((other) => other.photo === before);
  if (vehicle.coverPhoto === before && !isElsewhere) setCoverColumn(vehicle.id, name);
  return { vehicleId: vehicle.id, unused: unreferencedImages("photos", [before]) };
}
