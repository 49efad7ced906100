import { and, eq, inArray, or, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { events, mailOutbox, signUps, tickets, users } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { hasOtherAdmin } from "~/features/accounts/queries.server";
import { DomainError } from "~/lib/errors";
import { removeImages } from "~/services/images/files.server";
import { forgetUploadsOf } from "~/services/uploads/resumable.server";
import { removeUploadFiles } from "~/services/uploads/resumable-files.server";
import { listDraftEventImages, listGarageImages, unpublishedEventsOf, unusedAfterwards } from "./image-names.server";
import { DELETION_MESSAGES } from "./limits";

/**
 * Deletes the viewer's account for good, with garage, vehicles, photos and their files, likes, follows, reviews,
 * comments, sessions, unpublished events and unsent mail. Approved events and tickets stay, with "Deleted member" and
 * no address (account-deletion README, Delete my account).
 * @throws DomainError conflict for the last admin; not_found where the account is gone already
 */
export async function deleteAccount(viewer: Viewer): Promise<void> {
  const unused = transaction(() => {
    const user = getAccount(viewer);
    if (user.role === "admin" && !hasOtherAdmin(viewer.id)) {
      throw new DomainError("conflict", DELETION_MESSAGES.lastAdmin);
    }
    const photos = [...listGarageImages(viewer.id), ...listDraftEventImages(viewer.id)];
    forgetMails(viewer.id, user.email);
    // There may be sign-ups for the address although it had an account.
    db().delete(signUps).where(eq(signUps.email, user.email)).run();
    db().delete(events).where(unpublishedEventsOf(viewer.id)).run();
    const uploads = forgetUploadsOf(viewer.id);
    // Everything else is deleted by foreign keys (ON DELETE); a trigger clears name and address of the tickets.
    db().delete(users).where(eq(users.id, viewer.id)).run();
    return { photos: unusedAfterwards("photos", photos), avatars: unusedAfterwards("users", [user.avatar]), uploads };
  });
  await removeImages("photos", unused.photos);
  await removeImages("users", unused.avatars);
  await removeUploadFiles(unused.uploads);
}

function getAccount(viewer: Viewer) {
  const user = db()
    .select({ email: users.email, role: users.role, avatar: users.avatar })
    .from(users)
    .where(eq(users.id, viewer.id))
    .get();
  if (!user) throw new DomainError("not_found", "This account no longer exists.");
  return user;
}

/**
 * No address stays in the outbox: neither the account's own nor another one that the person's tickets were answered at.
 * Other people's mail to that one is left alone.
 */
function forgetMails(userId: number, email: string): void {
  const own = eq(tickets.userId, userId);
  const ticketIds = db().select({ id: tickets.id }).from(tickets).where(own);
  const addresses = db().select({ email: tickets.email }).from(tickets).where(own);
  const elsewhere = and(
    inArray(mailOutbox.recipient, addresses),
    inArray(sql`json_extract(${mailOutbox.payload}, '$.ticketId')`, ticketIds),
  );
  db()
    .delete(mailOutbox)
    .where(or(eq(mailOutbox.recipient, email), elsewhere))
    .run();
}
