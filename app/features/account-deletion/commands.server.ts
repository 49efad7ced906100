import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { eventChanges, eventSeries, events, garages, invites, mailOutbox, signUps, tickets, users } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { getAccount, hasOtherAdmin } from "~/features/accounts/queries.server";
import { refuseWhileSuspended } from "~/features/accounts/registration/queries.server";
import { findHold } from "~/features/holds/holding.server";
import { emailForms } from "~/lib/addresses.server";
import { DomainError } from "~/lib/errors";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { deleteUserUploads, removeUploadFiles } from "~/services/uploads/resumable.server";
import { DELETION_MESSAGES } from "./limits";

/**
 * Approved events and tickets stay; all else of the user is deleted (account-deletion README, Delete my account).
 * @param onDelete in the same transaction
 * @throws DomainError conflict for the last admin; not_found
 */
export async function deleteAccount(
  viewer: Pick<Viewer, "id">,
  precondition: Precondition = NO_PRECONDITION,
  onDelete: () => void = () => {},
): Promise<void> {
  const unused = transaction(() => {
    const user = getAccount(viewer.id);
    precondition();
    const heldAvatar = findHold("profile", viewer.id)?.avatar ?? null;
    if (user.role === "admin" && !hasOtherAdmin(viewer.id)) {
      throw new DomainError("conflict", DELETION_MESSAGES.lastAdmin);
    }
    const photos = [...listGarageImages(viewer.id), ...listDraftEventImages(viewer.id)];
    forgetMails(viewer.id, user.email);
    refuseWhileSuspended(user);
    // Sign-ups for the address may exist despite the account.
    db()
      .delete(signUps)
      .where(inArray(signUps.email, emailForms(user.email)))
      .run();
    db()
      .delete(invites)
      .where(inArray(invites.email, emailForms(user.email)))
      .run();
    db().delete(events).where(unpublishedEventsOf(viewer.id)).run();
    db().delete(eventSeries).where(emptySeriesOf(viewer.id)).run();
    db().delete(eventChanges).where(changesOf(viewer.id)).run();
    const uploads = deleteUserUploads(viewer.id);
    // Foreign keys (ON DELETE) delete the rest; a trigger clears name and address of the tickets.
    db().delete(users).where(eq(users.id, viewer.id)).run();
    onDelete();
    return {
      photos: unreferencedImages("photos", photos),
      avatars: unreferencedImages("users", heldAvatar === null ? [user.avatar] : [user.avatar, heldAvatar]),
      uploads,
    };
  });
  await removeImages("photos", unused.photos);
  await removeImages("users", unused.avatars);
  await removeUploadFiles(unused.uploads);
}

/** Removes the addresses of account, tickets and changes of address. Other mail to these stays. */
function forgetMails(userId: number, email: string): void {
  const isOwnTicket = eq(tickets.userId, userId);
  const ticketIds = db().select({ id: tickets.id }).from(tickets).where(isOwnTicket);
  const addresses = db().select({ email: tickets.email }).from(tickets).where(isOwnTicket);
  const isTicketMail = and(
    inArray(mailOutbox.recipient, addresses),
    inArray(sql`json_extract(${mailOutbox.payload}, '$.ticketId')`, ticketIds),
  );
  const isChangeMail = sql`json_extract(${mailOutbox.payload}, '$.changeId') IN (SELECT id FROM email_changes WHERE user_id = ${userId})`;
  db()
    .delete(mailOutbox)
    .where(or(inArray(mailOutbox.recipient, emailForms(email)), isTicketMail, isChangeMail))
    .run();
}

/**
 * Deletes the garage with its vehicles, reviews and unfinished uploads; the account stays (account-deletion README,
 * Delete my garage).
 * @throws DomainError not_found without a garage
 */
export async function deleteGarage(viewer: Viewer, precondition: Precondition = NO_PRECONDITION): Promise<void> {
  const unused = transaction(() => {
    precondition();
    const names = listGarageImages(viewer.id);
    // Foreign keys (ON DELETE) delete dependent rows; triggers update the counters.
    const { changes } = db().delete(garages).where(eq(garages.userId, viewer.id)).run();
    if (changes === 0) throw new DomainError("not_found", DELETION_MESSAGES.noGarage);
    return { photos: unreferencedImages("photos", names), uploads: deleteUserUploads(viewer.id) };
  });
  await removeImages("photos", unused.photos);
  await removeUploadFiles(unused.uploads);
}

const names = (rows: { name: string }[]) => rows.map(({ name }) => name);

const listGarageImages = (userId: number): string[] =>
  names(
    db().all(sql`SELECT photo AS name FROM photos JOIN vehicles ON vehicles.id = vehicle_id WHERE vehicles.user_id = ${userId}
      UNION SELECT cover_photo FROM vehicles WHERE user_id = ${userId} AND cover_photo IS NOT NULL
      UNION SELECT cover_photo FROM garages WHERE user_id = ${userId} AND cover_photo IS NOT NULL`),
  );

const listDraftEventImages = (userId: number): string[] =>
  names(
    db().all(sql`SELECT image AS name FROM ${events} WHERE ${unpublishedEventsOf(userId)} AND image IS NOT NULL
      UNION SELECT image FROM ${eventChanges} WHERE ${changesOf(userId)} AND image IS NOT NULL`),
  );

const unpublishedEventsOf = (userId: number) => and(eq(events.userId, userId), ne(events.status, "approved"));

const emptySeriesOf = (userId: number) =>
  sql`${eventSeries.userId} = ${userId} AND NOT EXISTS (SELECT 1 FROM events WHERE series_id = ${eventSeries.id})`;

const changesOf = (userId: number) =>
  inArray(eventChanges.eventId, db().select({ id: events.id }).from(events).where(eq(events.userId, userId)));
