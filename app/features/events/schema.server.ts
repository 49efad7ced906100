import { z } from "zod";
import { placeField, radiusField } from "~/features/places/schema.server";
import {
  areDaysInOrder,
  blankAsMissing,
  categoryField,
  checkboxField,
  choiceField,
  DAYS_OUT_OF_ORDER,
  lineField,
  noDay,
  textField,
  uploadIdsField,
  webAddressField,
} from "~/lib/fields.server";
import { parseId } from "~/lib/ids";
import { ATTENDANCE_MESSAGES, EVENT_CATEGORIES, EVENT_LIMITS, EVENT_MESSAGES } from "./limits";
import { checkRepeat, repeatField, scopeField } from "./series/schema.server";
import { daysBetween, evenSpan, parseWallClock, type Span, toDay } from "./time/wall-clock";

/** At the venue; only a date for a whole day. */
function momentField(label: string, message: string) {
  const moment = lineField({ label, max: 40, required: message }).transform((text, context) => {
    const parsed = parseWallClock(text);
    if (parsed !== undefined) return parsed;
    context.addIssue(`${label} must be a date, or a date and a time, such as 2027-05-01T10:00.`);
    return z.NEVER;
  });
  return moment.meta({ type: "string", examples: ["2027-05-01T10:00", "2027-05-01"] });
}

/** Clients may send `{address}`, as in responses. */
const addressOf = (value: unknown) =>
  typeof value === "object" && value !== null && "address" in value ? value.address : value;

const locationField = lineField({
  label: "Location",
  max: EVENT_LIMITS.location,
  required: "Please enter a location.",
});

/** The picture is uploaded with it. */
export const eventInput = z.object({
  title: lineField({ label: "Title", max: EVENT_LIMITS.title, required: "Please enter a title." }),
  startDate: momentField("Start", "Please enter when it starts."),
  endDate: momentField("End", "Please enter when it ends."),
  /** Drops the times of both dates. */
  allDay: checkboxField("allDay"),
  location: z.preprocess(addressOf, locationField).meta({ type: ["string", "object"] }),
  category: categoryField(EVENT_CATEGORIES, "Please choose a category."),
  url: webAddressField({ label: "Link", max: EVENT_LIMITS.url }),
  shortDescription: lineField({
    label: "Short description",
    max: EVENT_LIMITS.shortDescription,
    required: "Please enter a short description.",
  }),
  fullDescription: textField({ label: "Full description", max: EVENT_LIMITS.fullDescription }),
});

export type EventInput = z.output<typeof eventInput>;

/** Together with the other errors; if only one date is sent, the command checks it. */
function checkEnd({ startDate, endDate, allDay = false }: Partial<EventInput>, context: z.RefinementCtx): void {
  if (typeof startDate !== "string" || typeof endDate !== "string") return;
  if (!parseWallClock(startDate) || !parseWallClock(endDate)) return;
  const message = endProblem({ startDate, endDate }, allDay);
  if (message !== undefined) context.addIssue({ code: "custom", path: ["endDate"], message });
}

/** With a picture uploaded before. */
export const newEvent = eventInput
  .extend({ repeat: repeatField, uploads: uploadIdsField() })
  .superRefine(checkEnd)
  .superRefine(checkRepeat);

/** Missing fields stay; a new picture replaces the old one. */
export const eventChange = eventInput
  .extend({ removeImage: checkboxField("removeImage"), scope: scopeField() })
  .partial();

export const eventChangeWithPicture = eventChange
  .extend({ uploads: uploadIdsField().optional() })
  .superRefine(checkEnd);

export type EventChange = z.output<typeof eventChange>;

/** API clients need no confirmation. */
const pastEventFields = { evenIfOver: checkboxField("evenIfOver") };

export const newEventForm = newEvent.extend(pastEventFields);

/** To show the dates. */
export const repeatPreview = z
  .object({ startDate: eventInput.shape.startDate, repeat: repeatField })
  .superRefine(checkRepeat);

export const eventChangeForm = eventChangeWithPicture.extend(pastEventFields);

/** Undefined if no confirmation is possible. */
export interface PastEventConfirmation {
  evenIfOver?: boolean;
}

const reasonField = () => textField({ label: "Reason", max: EVENT_LIMITS.reason });

/** As displayed to the deciding user. */
function revisionField() {
  const error = "revision must be a whole number.";
  const revision = z
    .string(error)
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .optional();
  const field = z.preprocess((value) => (typeof value === "number" ? String(value) : blankAsMissing(value)), revision);
  return field.meta({
    type: "integer",
    description: "The revision that was read: 409 if it has been edited since",
  });
}

export const approvalInput = z.object({ revision: revisionField() });

export const rejectionInput = z.object({ reason: reasonField(), revision: revisionField() });

export const cancellationInput = z.object({ reason: reasonField(), scope: scopeField() });

function dayField(label: string) {
  const day = z.preprocess(
    blankAsMissing,
    z
      .string()
      .transform((text, context) => {
        const moment = parseWallClock(text);
        if (moment !== undefined) return toDay(moment);
        context.addIssue(noDay(label));
        return z.NEVER;
      })
      .optional(),
  );
  return day.meta({ type: "string", examples: ["2027-05-01"] });
}

const filters = {
  category: choiceField(EVENT_CATEGORIES, "Unknown category."),
  /** At the venue, inclusive. */
  from: dayField("From"),
  to: dayField("To"),
  /** Latest first, instead of upcoming ones. */
  past: checkboxField("past"),
  /** A town by name: only towns within `radius` km. */
  near: placeField().meta({
    description:
      "A town by name. On the first page, `data.unplaced` also holds at most five events that have no map position but are somewhere in its region or country.",
  }),
  radius: radiusField(),
  /** Only events without a map position. */
  unplaced: checkboxField("unplaced").meta({
    description:
      "Only events without a map position: with `near`, all that are somewhere in its region or country; without it, those whose place is unknown.",
  }),
};

/** The query folds it. */
const titleField = () => lineField({ label: "The search", max: EVENT_LIMITS.search });

/** The query of `/events` and `/events.ics`. */
export const eventSearch = z.object({ title: titleField(), ...filters }).refine(areDaysInOrder, DAYS_OUT_OF_ORDER);

/** The query of `GET /api/v1/events`. */
export const eventQuery = z
  .object({ "title[regex]": titleField(), ...filters })
  .refine(areDaysInOrder, DAYS_OUT_OF_ORDER)
  .transform(({ "title[regex]": title, ...rest }) => ({ title, ...rest }));

export type EventSearch = z.output<typeof eventSearch>;

/** @param allDay drops the times */
export function storedSpan({ startDate, endDate }: Span, allDay: boolean): Span {
  return evenSpan(allDay ? { startDate: toDay(startDate), endDate: toDay(endDate) } : { startDate, endDate });
}

/** For an end before the start, or too long after it. */
export function endProblem(span: Span, allDay: boolean): string | undefined {
  const { startDate, endDate } = storedSpan(span, allDay);
  if (endDate < startDate) return EVENT_MESSAGES.endsBeforeStart;
  return daysBetween(toDay(startDate), toDay(endDate)) >= EVENT_LIMITS.days ? EVENT_MESSAGES.tooLong : undefined;
}

const isNone = (value: unknown) => value === "" || value === null;

/** Own vehicle; empty or null for none, undefined for no change. */
const vehicleField = z
  .unknown()
  .transform((value, context) => {
    if (value === undefined) return undefined;
    if (isNone(value)) return null;
    const id = parseId(value);
    if (id !== undefined) return id;
    context.addIssue(ATTENDANCE_MESSAGES.vehicle);
    return z.NEVER;
  })
  .optional()
  .meta({ type: ["string", "null"] });

export const attendanceInput = z.object({ vehicle: vehicleField });

export type AttendanceInput = z.output<typeof attendanceInput>;
