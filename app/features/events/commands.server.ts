import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { unreferencedImages } from "~/db/image-references.server";
import { events } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { placeLocation, replaceLocation } from "~/features/places/location-columns.server";
import { checkPhotoRoom, requirePhotoRoom } from "~/features/vehicles/quota-queries.server";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { bytesOf, withStagedImages } from "~/services/images/stage.server";
import { EVENT_LIMITS, EVENT_MESSAGES } from "./limits";
import { EVENT_NOT_FOUND, requireEditable } from "./policy";
import type { EventChange, EventInput } from "./schema.server";
import { dayOf, daysBetween, evenSpan, type Span } from "./time/wall-clock";

/** The file field of the contract; `image` is taken too (events README, Fields). */
const FIELD = "photos";

export type EventFiles = Partial<Record<"photos" | "image", UploadedFile[]>>;

/**
 * Submits an event for review, placed, with a picture where one was chosen.
 * @returns the event's id; it is pending
 * @throws DomainError invalid where it ends before it starts, lasts too long or brings more than one picture; invalid
 *   or too_large for a refused picture, with nothing kept; too_large where the photos of one member have no room left
 */
export async function submitEvent(viewer: Viewer, input: EventInput, files: EventFiles): Promise<number> {
  const { allDay, ...fields } = input;
  const span = spanOf(fields, allDay);
  const chosen = oneImage(files);
  if (chosen.length > 0) requirePhotoRoom(viewer.id, FIELD);
  return withStagedImages("photos", chosen, FIELD, (images) => {
    const times = { createdAt: now(), updatedAt: now() };
    const picture = { image: images[0]?.name ?? null, imageBytes: bytesOf(images) };
    const values = { ...fields, ...span, ...times, ...picture, url: fields.url || null, userId: viewer.id };
    return transaction(() => {
      checkPhotoRoom(viewer.id, FIELD, bytesOf(images));
      return db()
        .insert(events)
        .values({ ...values, ...placeLocation(fields.location), titleFolded: fold(fields.title) })
        .returning({ id: events.id })
        .get().id;
    });
  });
}

/**
 * Changes what is given of a submission that is not live yet, and leaves the rest. A rejected one is submitted again by
 * that: pending, its reason gone. Another location is placed anew. The old picture's file goes after the transaction, unless something else shows it.
 * @throws DomainError not_found; forbidden for anybody but the submitter; conflict once it is approved; and what
 *   submitEvent throws
 */
export async function editEvent(viewer: Viewer, id: number, change: EventChange, files: EventFiles): Promise<void> {
  const { allDay = false, removeImage = false, ...fields } = change;
  const shown = getEditable(viewer, id);
  spanAfter(shown, fields, allDay);
  const chosen = oneImage(files);
  if (chosen.length > 0) requirePhotoRoom(viewer.id, FIELD, shown.imageBytes);
  const unused = await withStagedImages("photos", chosen, FIELD, ([added]) =>
    transaction(() => {
      // Looked up again: making the picture took its time.
      const before = getEditable(viewer, id);
      if (added) checkPhotoRoom(viewer.id, FIELD, added.bytes, before.imageBytes);
      const picture = added ?? (removeImage ? null : { name: before.image, bytes: before.imageBytes });
      const image = picture?.name ?? null;
      db()
        .update(events)
        .set({
          ...fields,
          ...replaceLocation(fields.location ?? before.location, before.placeText),
          ...spanAfter(before, fields, allDay),
          titleFolded: fold(fields.title ?? before.title),
          url: fields.url === undefined ? undefined : fields.url || null,
          image,
          imageBytes: picture?.bytes ?? 0,
          status: "pending",
          rejectionReason: null,
          decidedAt: null,
          // Never the same moment twice: a decision tells by it what was read.
          updatedAt: Math.max(now(), before.updatedAt + 1),
        })
        .where(eq(events.id, id))
        .run();
      return before.image === null || before.image === image ? [] : unreferencedImages("photos", [before.image]);
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

function oneImage({ photos = [], image = [] }: EventFiles): UploadedFile[] {
  const files = [...photos, ...image];
  if (files.length > 1) throw invalidField(FIELD, EVENT_MESSAGES.oneImage);
  return files;
}

function spanAfter(before: Span, { startDate, endDate }: Partial<Span>, allDay: boolean): Span {
  return spanOf({ startDate: startDate ?? before.startDate, endDate: endDate ?? before.endDate }, allDay);
}

/** The span as it is stored. @throws DomainError invalid where it ends before it starts or lasts too long */
function spanOf({ startDate, endDate }: Span, allDay: boolean): Span {
  const span = evenSpan(allDay ? { startDate: dayOf(startDate), endDate: dayOf(endDate) } : { startDate, endDate });
  if (span.endDate < span.startDate) throw invalidField("endDate", EVENT_MESSAGES.endsBeforeStart);
  if (daysBetween(dayOf(span.startDate), dayOf(span.endDate)) >= EVENT_LIMITS.days) {
    throw invalidField("endDate", EVENT_MESSAGES.tooLong);
  }
  return span;
}
