import { eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { events } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { notifyStaff } from "~/features/notifications/notify.server";
import { checkQuota, requireFreeQuota } from "~/features/photos/new-photos.server";
import { placeLocation } from "~/features/places/placement.server";
import { isEmptyChange } from "~/lib/decode";
import { DomainError, invalidField } from "~/lib/errors";
import type { UploadedFile } from "~/lib/forms";
import { NO_PRECONDITION, type Precondition } from "~/lib/revision.server";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { sumBytes, withStagedImages } from "~/services/images/stage.server";
import { bytesUploadedBefore } from "~/services/uploads/resumable.server";
import { proposedIn } from "./change";
import { findChange, nextRevision, proposeChange, writeEvent } from "./changes.server";
import { EVENT_MESSAGES } from "./limits";
import { EVENT_NOT_FOUND, isLive, isReviewed, requireEditable } from "./policy";
import { type EventChange, type EventInput, endProblem, type PastEventConfirmation, storedSpan } from "./schema.server";
import { addSeries } from "./series/dates.server";
import { publishToDates, requireSameDay } from "./series/publish.server";
import type { Repeat } from "./time/repeat";
import { isOver, type Span, toDay } from "./time/wall-clock";

/** `image` is accepted too (events README, Fields). */
const FIELD = "photos";

type EventFiles = Partial<Record<"photos" | "image", UploadedFile[]>>;

/**
 * The location is geocoded.
 * @returns the event's id
 * @throws DomainError invalid for a wrong end, more than one picture, or an unconfirmed past event; invalid or
 *   too_large for a refused picture, with nothing stored; too_large if the photo storage is full
 */
export async function submitEvent(
  viewer: Viewer,
  input: EventInput & PastEventConfirmation & { repeat?: Repeat | undefined },
  files: EventFiles,
): Promise<number> {
  const { allDay, evenIfOver, repeat, ...fields } = input;
  const span = spanOf(fields, allDay);
  requireMeantIfOver(span, evenIfOver);
  const upload = oneImage(files);
  if (upload.length > 0) requireFreeQuota(viewer.id, FIELD, bytesUploadedBefore(upload));
  return withStagedImages("photos", upload, FIELD, (images) => {
    const times = { createdAt: now(), updatedAt: now() };
    const picture = { image: images[0]?.name ?? null, imageBytes: sumBytes(images) };
    const values = { ...fields, ...span, ...times, ...picture, url: fields.url || null, userId: viewer.id };
    return transaction(() => {
      checkQuota(viewer.id, FIELD, sumBytes(images));
      const series = repeat && {
        seriesId: addSeries(viewer.id, span.startDate, repeat),
        recurrenceDate: toDay(span.startDate),
      };
      const { id } = db()
        .insert(events)
        .values({ ...values, ...series, ...placeLocation(fields.location), titleFolded: fold(fields.title) })
        .returning({ id: events.id })
        .get();
      notifyStaff("events", viewer.id);
      return id;
    });
  });
}

/**
 * A rejected event becomes pending again, without its reason. On a live one, an admin's change is published
 * (`publishToDates`), a submitter's waits (`proposeChange`). A new location is geocoded. The old picture is deleted
 * after the transaction, unless another row uses it.
 * @returns whether a change of a live event is pending
 * @throws DomainError not_found; forbidden except for the submitter and, once live, admins; errors of `submitEvent`
 */
export async function editEvent(
  viewer: Viewer,
  id: number,
  change: EventChange & PastEventConfirmation,
  files: EventFiles,
  precondition: Precondition = NO_PRECONDITION,
): Promise<boolean> {
  const { allDay = false, removeImage = false, evenIfOver, scope = "one", ...fields } = change;
  const current = getEditable(viewer, id);
  const span = spanAfter(current.visibleEvent, fields, allDay);
  // A past event was confirmed on submission, or has taken place.
  if (!isOver(current.visibleEvent)) requireMeantIfOver(span, evenIfOver);
  const upload = oneImage(files);
  if (upload.length === 0 && isEmptyChange({ ...change, scope: undefined }))
    return current.waiting?.status === "pending";
  if (upload.length > 0) {
    const before = viewer.id === current.event.userId ? bytesUploadedBefore(upload) : 0;
    requireQuota(viewer, current.event, (id) => requireFreeQuota(id, FIELD, current.visibleEvent.imageBytes + before));
  }
  const { waits, unused } = await withStagedImages("photos", upload, FIELD, ([addedImage]) =>
    transaction(() => {
      // Read again: it may have changed during image processing.
      const { event, visibleEvent, waiting } = getEditable(viewer, id);
      precondition();
      if (addedImage)
        requireQuota(viewer, event, (id) => checkQuota(id, FIELD, addedImage.bytes, visibleEvent.imageBytes));
      // Removing a pending picture restores the event's own.
      const nextImage = removeImage ? (visibleEvent.image === event.image ? null : event.image) : visibleEvent.image;
      const image = addedImage ? addedImage.name : nextImage;
      const imageBytes = addedImage ? addedImage.bytes : image === visibleEvent.image ? visibleEvent.imageBytes : 0;
      const url = fields.url === undefined ? visibleEvent.url : fields.url || null;
      const next = { ...fields, ...spanAfter(visibleEvent, fields, allDay), url, image };
      let isPending = false;
      let replacedImages = visibleEvent.image === null ? [] : [visibleEvent.image];
      if (isLive(event)) requireSameDay(event, next, scope);
      if (isReviewed(viewer, event)) {
        isPending = proposeChange(event, next, imageBytes, scope);
      } else {
        const columns = { imageBytes, updatedAt: nextRevision(event, waiting) };
        if (!isLive(event)) {
          writeEvent(event, next, { ...columns, status: "pending", rejectionReason: null, decidedAt: null });
          if (event.status === "rejected") notifyStaff("events", viewer.id);
        } else {
          const decision = { action: "event.edit", by: viewer.id } as const;
          replacedImages = publishToDates(viewer, event, next, { ...columns, scope, decision });
        }
      }
      return { waits: isPending, unused: unreferencedImages("photos", replacedImages) };
    }),
  );
  await removeImages("photos", unused);
  return waits;
}

/**
 * @returns also `visibleEvent`, the form's values: with the pending change if the viewer's edit will be reviewed, including
 *   its `imageBytes`
 */
function getEditable(viewer: Viewer, id: number) {
  const event = db().select().from(events).where(eq(events.id, id)).get();
  if (!event) throw new DomainError("not_found", EVENT_NOT_FOUND);
  requireEditable(viewer, event);
  const pendingChange = findChange(id);
  const visibleEvent = isReviewed(viewer, event)
    ? { ...event, ...proposedIn(pendingChange), imageBytes: pendingChange?.imageBytes ?? 0 }
    : event;
  return { event, visibleEvent, waiting: pendingChange };
}

/**
 * No check once the account is deleted.
 * @param ask throws DomainError too_large, with a text for the submitter
 */
function requireQuota(viewer: Viewer, { userId }: { userId: number | null }, ask: (userId: number) => void): void {
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

function spanAfter(span: Span, { startDate, endDate }: Partial<Span>, allDay: boolean): Span {
  return spanOf({ startDate: startDate ?? span.startDate, endDate: endDate ?? span.endDate }, allDay);
}

/** Catches mistyped years. @throws DomainError invalid */
function requireMeantIfOver(span: Span, evenIfOver: boolean | undefined): void {
  if (evenIfOver === false && isOver(span)) throw invalidField("evenIfOver", EVENT_MESSAGES.over);
}

/** @throws DomainError invalid if it ends before its start or lasts too long */
function spanOf(dates: Span, allDay: boolean): Span {
  const problem = endProblem(dates, allDay);
  if (problem !== undefined) throw invalidField("endDate", problem);
  return storedSpan(dates, allDay);
}
