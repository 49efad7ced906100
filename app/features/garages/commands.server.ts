import { eq } from "drizzle-orm";
import { db, isUniqueViolation, transaction } from "~/db/client.server";
import { unreferencedImages } from "~/db/image-references.server";
import { garages, users } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { placeLocation, replaceLocation } from "~/features/places/location-columns.server";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { withStagedImages } from "~/services/images/stage.server";
import { ADDRESS_REQUIRED } from "./limits";
import { ALREADY_HAS_GARAGE, canOpenGarage } from "./policy";
import { type GarageChanges, lacksAddress, type OnboardingInput } from "./schema.server";

const secondGarage = () => new DomainError("conflict", ALREADY_HAS_GARAGE);

/**
 * Opens the viewer's garage, places it, and gives the viewer the avatar, if one was chosen (garages README, Onboarding).
 * @returns the garage's id
 * @throws DomainError conflict where there is one already; invalid or too_large for a refused avatar, with nothing kept
 */
export async function openGarage(viewer: Viewer, input: OnboardingInput, avatars: UploadedFile[]): Promise<number> {
  if (!canOpenGarage(viewer)) throw secondGarage();
  if (avatars.length > 1) throw invalidField("avatar", "Please choose one picture only.");
  const { id, unused } = await withStagedImages("users", avatars, "avatar", ([avatar]) =>
    transaction(() => {
      const opened = insertGarage(viewer.id, input);
      if (avatar === undefined) return { id: opened, unused: [] };
      db().update(users).set({ avatar: avatar.name }).where(eq(users.id, viewer.id)).run();
      return { id: opened, unused: unreferencedImages("users", [viewer.avatar]) };
    }),
  );
  await removeImages("users", unused);
  return id;
}

function insertGarage(userId: number, input: OnboardingInput): number {
  const { garageName: name, location, isPublicAddress, address, showOnMap, about } = input;
  try {
    return db()
      .insert(garages)
      .values({
        userId,
        name,
        nameFolded: fold(name),
        description: about,
        location,
        ...placeLocation(location),
        isPublicAddress,
        address: isPublicAddress ? address : null,
        showOnMap,
        createdAt: now(),
        updatedAt: now(),
      })
      .returning({ id: garages.id })
      .get().id;
  } catch (error) {
    if (isUniqueViolation(error, "garages.user_id")) throw secondGarage();
    throw error;
  }
}

/**
 * Changes the viewer's garage; what `changes` leaves out stays as it is. The address is kept only while it is public;
 * another location is placed anew.
 * @returns the garage's id
 * @throws DomainError not_found without a garage; invalid where a public address would be empty
 */
export function updateGarage(viewer: Viewer, changes: GarageChanges): number {
  return transaction(() => {
    const before = db().select().from(garages).where(eq(garages.userId, viewer.id)).get();
    if (!before) throw new DomainError("not_found", "You do not have a garage yet.");

    const { isPublicAddress = before.isPublicAddress, address = before.address ?? "" } = changes;
    if (lacksAddress({ isPublicAddress, address })) throw invalidField("address", ADDRESS_REQUIRED);
    const name = changes.name ?? before.name;
    db()
      .update(garages)
      .set({
        name,
        nameFolded: fold(name),
        description: changes.description,
        location: changes.location,
        ...replaceLocation(changes.location ?? before.location, before.placeText),
        isPublicAddress,
        address: isPublicAddress ? address : null,
        showOnMap: changes.showOnMap,
        updatedAt: now(),
      })
      .where(eq(garages.id, before.id))
      .run();
    return before.id;
  });
}
