import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { unreferencedImages } from "~/db/image-references.server";
import { users } from "~/db/schema";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { fold } from "~/lib/text";
import { removeImages } from "~/services/images/files.server";
import { withStagedImages } from "~/services/images/stage.server";
import type { Viewer } from "./policy";
import type { ProfileChanges } from "./schema.server";

/** What the profile form shows. @throws DomainError not_found where the account is gone */
export function getProfile(viewer: Viewer) {
  const row = db()
    .select({
      name: users.name,
      email: users.email,
      bio: users.bio,
      location: users.location,
      avatar: users.avatar,
    })
    .from(users)
    .where(eq(users.id, viewer.id))
    .get();
  if (!row) throw accountGone();
  return row;
}

/**
 * Changes the viewer's profile; what `changes` leaves out stays as it is. A new avatar replaces the old one, whose file
 * goes where nobody else shows it.
 * @param avatars none or one
 * @throws DomainError invalid or too_large for a refused avatar, with nothing changed
 */
export async function updateProfile(viewer: Viewer, changes: ProfileChanges, avatars: UploadedFile[]): Promise<void> {
  if (avatars.length > 1) throw invalidField("avatar", "Please choose one picture only.");
  const unused = await withStagedImages("users", avatars, "avatar", ([avatar]) =>
    transaction(() => {
      const before = getProfile(viewer);
      const { name = before.name, bio, location } = changes;
      db()
        .update(users)
        .set({ name, nameFolded: fold(name), bio, location, avatar: avatar?.name })
        .where(eq(users.id, viewer.id))
        .run();
      return avatar === undefined ? [] : unreferencedImages("users", [before.avatar]);
    }),
  );
  await removeImages("users", unused);
}

function accountGone(): DomainError {
  return new DomainError("not_found", "This account no longer exists.");
}
