import { isDeepStrictEqual } from "node:util";
import { transaction } from "~/db/client.server";
import { isEmptyChange } from "~/lib/decode";
import { invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { pick } from "~/lib/rows";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { withStagedImages } from "~/services/images/stage.server";
import { findHold, holdTexts, writeProfile } from "./door/holding.server";
import { wordsOfHold } from "./door/limits";
import type { Viewer } from "./policy";
import { getAccount } from "./queries.server";
import type { ProfileChanges } from "./schema.server";

/**
 * What the profile form shows; texts that wait for review as they are to be.
 * @throws DomainError not_found where the account is gone
 */
export function getProfile(viewer: Viewer) {
  const { name, email, bio, location, avatar } = getAccount(viewer.id);
  const held = findHold("profile", viewer.id);
  // Null where none of them wait or were refused.
  const review = held ? { refused: held.reason !== null, why: wordsOfHold(held) } : null;
  return { name, email, avatar: held?.avatar ?? avatar, bio, location, ...held?.texts, review };
}

/** What an edit of an account starts from, by its owner or by an admin. @throws DomainError not_found */
export function getProfileTexts(userId: number) {
  return {
    ...pick(getAccount(userId), "name", "bio", "location", "role", "active"),
    ...findHold("profile", userId)?.texts,
  };
}

/**
 * Writes a profile, or keeps it for review. To be called in a transaction.
 * @param changes what is left out stays as it is
 * @param avatar file name of a new picture
 * @returns images that no row names any more
 */
export function changeProfile(viewer: Viewer, changes: ProfileChanges, avatar?: string): string[] {
  const before = getProfile(viewer);
  const { name = before.name, bio = before.bio, location = before.location } = changes;
  const texts = { name, bio, location };
  const same = avatar === undefined && isDeepStrictEqual(texts, pick(before, "name", "bio", "location"));
  const waits = same ? before.review !== null : holdTexts(viewer, "profile", viewer.id, texts, avatar);
  if (!waits) writeProfile(viewer.id, { ...texts, ...(avatar !== undefined && { avatar }) });
  return avatar === undefined ? [] : unreferencedImages("users", [before.avatar]);
}

/**
 * Changes the viewer's profile; what `changes` leaves out stays as it is. A new avatar replaces the old one, whose file
 * goes where nobody else shows it.
 * @param avatars none or one
 * @throws DomainError invalid or too_large for a refused avatar, with nothing changed
 */
export async function updateProfile(
  viewer: Viewer,
  changes: ProfileChanges,
  avatars: UploadedFile[],
  precondition: Precondition = NO_PRECONDITION,
): Promise<void> {
  if (avatars.length > 1) throw invalidField("avatar", "Please choose one picture only.");
  if (avatars.length === 0 && isEmptyChange(changes)) return;
  const unused = await withStagedImages("users", avatars, "avatar", ([avatar]) =>
    transaction(() => {
      precondition();
      return changeProfile(viewer, changes, avatar?.name);
    }),
  );
  await removeImages("users", unused);
}
