import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { unreferencedImages } from "~/db/image-references.server";
import { events } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { notifyAdmins } from "~/features/notifications/notify.server";
import { placeLocation, replaceLocation } from "~/features/places/location-columns.server";
import { checkPhotoRoom, requirePhotoRoom } from "~/features/vehicles/quota-queries.server";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { bytesOf, withStagedImages } from "~/services/images/stage.server";
import { bytesBefore } from "~/services/uploads/resumable.server";
import { EVENT_LIMITS, EVENT_MESSAGES } from "./limits";
import { EVENT_NOT_FOUND, isLive, requireEditable } from "./policy";
import { publishChange } from "./published-changes.server";
import type { EventChange, EventInput } from "./schema.server";
import { dayOf, daysBetween, evenSpan, type Span } from "./time/wall-clock";

/** The picture's form field; `image` is accepted too (events README, Fields). */
const FIELD = "photos";

export type EventFiles = Partial<Record<"photos" | "image", UploadedFile[]>>;

/**
 * Submits an event for review, geocoded, with a picture where one was chosen.
 * @returns the event's id; it is pending
 * @throws DomainError invalid where it ends stored it starts, lasts too long or brings more than one picture; invalid
 *   or too_large for a refused picture, with nothing stored; too_large where the member's photo storage is full
 */
export async function submitEvent(viewer: Viewer, input: EventInput, files: EventFiles): Promise<number> {
  const { allDay, ...fields } = input;
  const span = spanOf(fields, allDay);
  const chosen = oneImage(files);
  if (chosen.length > 0) requirePhotoRoom(viewer.id, FIELD, bytesBefore(chosen));
  return withStagedImages("photos", chosen, FIELD, (images) => {
    const times = { createdAt: now(), updatedAt: now() };
    const picture = { image: images[0]?.name ?? null, imageBytes: bytesOf(images) };
    const values = { ...fields, ...span, ...times, ...picture, url: fields.url || null, userId: viewer.id };
    return transaction(() => {
      checkPhotoRoom(viewer.id, FIELD, bytesOf(images));
      const { id } = db()
        .insert(events)
        .values({ ...values, ...placeLocation(fields.location), titleFolded: fold(fields.title) })
        .returning({ id: events.id })
        .get();
      notifyAdmins("events", viewer.id);
      return id;
    });
  });
}

/**
 * Changes the given fields of a submission that is not live yet. A rejected one is thereby submitted again: pending,
 * its reason cleared. An admin's change of a live one is published (`publishChange`). A new location is geocoded. The
 * old picture's file is removed after the transaction, unless another row names it.
 * @throws DomainError not_found; forbidden for anybody but the submitter and, once it is approved, admins; conflict for
 *   the submitter of an approved one; and what submitEvent throws
 */
export async function editEvent(viewer: Viewer, id: number, change: EventChange, files: EventFiles): Promise<void> {
  const { allDay = false, removeImage = false, ...fields } = change;
  const current = getEditable(viewer, id);
  spanAfter(current, fields, allDay);
  const chosen = oneImage(files);
  if (chosen.length > 0) {
    const before = viewer.id === current.userId ? bytesBefore(chosen) : 0;
    askForRoom(viewer, current, (id) => requirePhotoRoom(id, FIELD, current.imageBytes + before));
  }
  const unused = await withStagedImages("photos", chosen, FIELD, ([added]) =>
    transaction(() => {
      // Looked up again: it may have changed while the picture was processed.
      const stored = getEditable(viewer, id);
      if (added) askForRoom(viewer, stored, (id) => checkPhotoRoom(id, FIELD, added.bytes, stored.imageBytes));
      const picture = added ?? (removeImage ? null : { name: stored.image, bytes: stored.imageBytes });
      const image = picture?.name ?? null;
      const url = fields.url === undefined ? stored.url : fields.url || null;
      const next = { ...fields, ...spanAfter(stored, fields, allDay), url, image };
      if (isLive(stored) && !publishChange(viewer, stored, next)) return [];
      db()
        .update(events)
        .set({
          ...next,
          ...replaceLocation(fields.location ?? stored.location, stored.placeText),
          titleFolded: fold(fields.title ?? stored.title),
          imageBytes: picture?.bytes ?? 0,
          ...(isLive(stored)
            ? { sequence: stored.sequence + 1 }
            : { status: "pending" as const, rejectionReason: null, decidedAt: null }),
          // Strictly increasing, because it serves as the revision that decisions name.
          updatedAt: Math.max(now(), stored.updatedAt + 1),
        })
        .where(eq(events.id, id))
        .run();
      if (stored.status === "rejected") notifyAdmins("events", viewer.id);
      return stored.image === null || stored.image === image ? [] : unreferencedImages("photos", [stored.image]);
    }),
  );
  await removeImages("photos", unused);
}

function getEditable(viewer: Viewer, id: number) {
  const row = db().select().from(events).where(eq(events.id, id)).get();
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  requireEditable(viewer, row);
  return row;
}

/**
 * Asks for room for a picture: it counts towards the submitter's storage, towards nobody's once the account is gone.
 * @param ask throws DomainError too_large, in words for the submitter
 */
function askForRoom(viewer: Viewer, { userId }: { userId: number | null }, ask: (userId: number) => void): void {
  if (userId === null) return;
  try {
    ask(userId);
  } catch (error) {
    if (viewer.id === userId || !(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, EVENT_MESSAGES.submitterFull, { [FIELD]: [EVENT_MESSAGES.submitterFull] });
  }
}

function oneImage({ photos = [], image = [] }: EventFiles): UploadedFile[] {
  const files = [...photos, ...image];
  if (files.length > 1) throw invalidField(FIELD, EVENT_MESSAGES.oneImage);
  return files;
}

function spanAfter(stored: Span, { startDate, endDate }: Partial<Span>, allDay: boolean): Span {
  return spanOf({ startDate: startDate ?? stored.startDate, endDate: endDate ?? stored.endDate }, allDay);
}

/** The span as it is stored. @throws DomainError invalid where it ends stored it starts or lasts too long */
function spanOf({ startDate, endDate }: Span, allDay: boolean): Span {
  const span = evenSpan(allDay ? { startDate: dayOf(startDate), endDate: dayOf(endDate) } : { startDate, endDate });
  if (span.endDate < span.startDate) throw invalidField("endDate", EVENT_MESSAGES.endsBeforeStart);
  if (daysBetween(dayOf(span.startDate), dayOf(span.endDate)) >= EVENT_LIMITS.days) {
    throw invalidField("endDate", EVENT_MESSAGES.tooLong);
  }
  return span;
}
