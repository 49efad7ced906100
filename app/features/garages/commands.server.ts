import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { db, isUniqueViolation, transaction } from "~/db/client.server";
import { HIDDEN } from "~/db/columns";
import { garages } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { changeProfile } from "~/features/accounts/profile.server";
import { findHold, holdRow, holdTexts } from "~/features/holds/holding.server";
import type { PlaceChoiceView } from "~/features/places/placement";
import { chooseLocation, listPlaceChoices, placeLocation } from "~/features/places/placement.server";
import { isEmptyChange } from "~/lib/decode";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { withStagedImages } from "~/services/images/stage.server";
import { garageTexts, writeGarageTexts } from "./holding.server";
import { ADDRESS_REQUIRED } from "./limits";
import { ALREADY_HAS_GARAGE, canOpenGarage } from "./policy";
import { getOwnGarage } from "./queries.server";
import { type GarageChanges, lacksAddress, type OnboardingInput } from "./schema.server";

const secondGarage = () => new DomainError("conflict", ALREADY_HAS_GARAGE);

/**
 * The location is geocoded; sets the viewer's avatar, if given (garages README, Onboarding).
 * @returns the garage's id
 * @throws DomainError conflict for a second garage; invalid or too_large for a refused avatar, with nothing stored
 */
export async function openGarage(viewer: Viewer, input: OnboardingInput, avatars: UploadedFile[]): Promise<number> {
  if (!canOpenGarage(viewer)) throw secondGarage();
  if (avatars.length > 1) throw invalidField("avatar", "Please choose one photo only.");
  const { id, unused } = await withStagedImages("users", avatars, "avatar", ([avatar]) =>
    transaction(() => {
      const newGarage = insertGarage(viewer, input);
      return { id: newGarage, unused: avatar ? changeProfile(viewer, {}, avatar.name) : [] };
    }),
  );
  await removeImages("users", unused);
  return id;
}

function insertGarage(viewer: Viewer, input: OnboardingInput): number {
  const { garageName: name, location, isPublicAddress, address, showOnMap, about } = input;
  const createdAt = now();
  try {
    const { id } = db()
      .insert(garages)
      .values({
        userId: viewer.id,
        name,
        nameFolded: fold(name),
        description: about,
        location,
        ...placeLocation(location),
        isPublicAddress,
        address: isPublicAddress ? address : null,
        showOnMap,
        createdAt,
        updatedAt: createdAt,
      })
      .returning({ id: garages.id })
      .get();
    holdRow(viewer, "garage", id, { name, about, location, address }, createdAt);
    return id;
  } catch (error) {
    if (isUniqueViolation(error, "garages.user_id")) throw secondGarage();
    throw error;
  }
}

/**
 * Missing members stay. The address is stored only while it is public; a new location is geocoded.
 * @returns the garage's id
 * @throws DomainError not_found without a garage; invalid for an empty public address
 */
export function updateGarage(
  viewer: Viewer,
  changes: GarageChanges,
  precondition: Precondition = NO_PRECONDITION,
): number {
  return transaction(() => {
    const before = db().select().from(garages).where(eq(garages.userId, viewer.id)).get();
    if (!before) throw new DomainError("not_found", "You do not have a garage yet.");
    precondition();
    if (isEmptyChange(changes)) return before.id;

    const pendingTexts = findHold("garage", before.id)?.texts;
    const old = { ...garageTexts(before), ...pendingTexts };
    const {
      name,
      description,
      location,
      address,
      isPublicAddress = old.isPublicAddress !== "",
    } = { ...old, ...changes };
    const isPublic = isPublicAddress === true || isPublicAddress === "true";
    if (lacksAddress({ isPublicAddress: isPublic, address })) throw invalidField("address", ADDRESS_REQUIRED);
    const texts = {
      name,
      description,
      location,
      address: isPublic ? address : "",
      isPublicAddress: isPublic ? "true" : "",
    };
    db().update(garages).set({ showOnMap: changes.showOnMap, updatedAt: now() }).where(eq(garages.id, before.id)).run();
    if ((before.hidden & HIDDEN.hold) !== 0) {
      // The garage is hidden anyway.
      writeGarageTexts(before.id, texts);
      holdRow(viewer, "garage", before.id, texts);
    } else if (isDeepStrictEqual(texts, old) || !holdTexts(viewer, "garage", before.id, texts)) {
      if (!pendingTexts) writeGarageTexts(before.id, texts);
    }
    return before.id;
  });
}

/** @throws DomainError not_found; forbidden for non-owners */
export function getGaragePlaces(id: number, viewer: Viewer, search: string): PlaceChoiceView & { name: string } {
  const garage = getOwnGarage(id, viewer);
  return { name: garage.name, ...listPlaceChoices(garage, search) };
}

/**
 * The position stays until the location is edited (garages README, Map).
 * @param placeId id in the gazetteer; null for no position
 * @throws DomainError not_found; forbidden for non-owners; invalid for an unknown place
 */
export function placeGarage(viewer: Viewer, id: number, placeId: number | null): void {
  transaction(() => {
    const { location, placeId: before } = getOwnGarage(id, viewer);
    db()
      .update(garages)
      .set({ ...chooseLocation(placeId, location, before), updatedAt: now() })
      .where(eq(garages.id, id))
      .run();
  });
}
