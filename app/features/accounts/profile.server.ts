import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { users } from "~/db/schema";
import { findHold, holdTexts, wordsOfHold } from "~/features/holds/holding.server";
import { isEmptyChange } from "~/lib/decode";
import { invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { pick } from "~/lib/rows";
import { fold } from "~/lib/text";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { withStagedImages } from "~/services/images/stage.server";
import type { Viewer } from "./policy";
import { getAccount } from "./queries.server";
import type { ProfileChanges } from "./schema.server";

/**
 * Includes values pending review.
 * @throws DomainError not_found
 */
export function getProfile(viewer: Viewer) {
  const { name, email, bio, location, avatar } = getAccount(viewer.id);
  const hold = findHold("profile", viewer.id);
  // Null without pending or refused texts.
  const review = hold ? { refused: hold.reason !== null, why: wordsOfHold(hold) } : null;
  return { name, email, avatar: hold?.avatar ?? avatar, bio, location, ...hold?.texts, review };
}

/** Before an edit. @throws DomainError not_found */
export function getProfileTexts(userId: number) {
  return {
    ...pick(getAccount(userId), "name", "bio", "location", "role", "active"),
    ...findHold("profile", userId)?.texts,
  };
}

/**
 * Writes a profile or holds it for review, in the caller's transaction.
 * @param changes missing members stay
 * @param avatar file name
 * @returns images without references
 */
export function changeProfile(viewer: Viewer, changes: ProfileChanges, avatar?: string): string[] {
  const before = getProfile(viewer);
  const { name = before.name, bio = before.bio, location = before.location } = changes;
  const texts = { name, bio, location };
  const isUnchanged = avatar === undefined && isDeepStrictEqual(texts, pick(before, "name", "bio", "location"));
  const isPending = isUnchanged ? before.review !== null : holdTexts(viewer, "profile", viewer.id, texts, avatar);
  if (!isPending) writeProfile(viewer.id, { ...texts, ...(avatar !== undefined && { avatar }) });
  return avatar === undefined ? [] : unreferencedImages("users", [before.avatar]);
}

/** @param texts all of them, or the held ones */
export function writeProfile(
  userId: number,
  texts: { name?: string; bio?: string; location?: string; avatar?: string },
): void {
  const nameFolded = texts.name && fold(texts.name);
  db()
    .update(users)
    .set({ ...texts, nameFolded })
    .where(eq(users.id, userId))
    .run();
}

/**
 * Missing members stay. Deletes the old avatar if no other row uses it.
 * @param avatars none or one
 * @throws DomainError invalid or too_large for a refused avatar, with nothing changed
 */
export async function updateProfile(
  viewer: Viewer,
  changes: ProfileChanges,
  avatars: UploadedFile[],
  precondition: Precondition = NO_PRECONDITION,
): Promise<void> {
  if (avatars.length > 1) throw invalidField("avatar", "Please choose one photo only.");
  if (avatars.length === 0 && isEmptyChange(changes)) return;
  const unused = await withStagedImages("users", avatars, "avatar", ([avatar]) =>
    transaction(() => {
      precondition();
      return changeProfile(viewer, changes, avatar?.name);
    }),
  );
  await removeImages("users", unused);
}
