import { inArray } from "drizzle-orm";
import { z } from "zod";
import { eventChanges, events } from "~/db/schema";
import { createdAt, personShape } from "~/features/accounts/json.server";
import { ADMINS_ONLY, requireStaff, type Viewer } from "~/features/accounts/policy";
import { UNPLACED_SHOWN } from "~/features/places/proximity";
import { DomainError } from "~/lib/errors";
import type { Paged, PageParams } from "~/lib/paging";
import { isoOrNull, toIso } from "~/lib/time";
import { type AttendeeView, countAttendances, getOwnAttendance, listAttendances } from "./attendance/queries.server";
import { type ChangeRow, proposedIn, toPublished, toRevision } from "./change";
import { listUnplacedIds, pageOfEvents, selectEvents } from "./list.server";
import { canSeeEvent, canSeeSubmission, EVENT_NOT_FOUND } from "./policy";
import { submitterOf } from "./queries.server";
import {
  type EventFullRow,
  findFullRow,
  listFullRows,
  listLiveFullRowsById,
  listOwnRows,
  listPendingRows,
} from "./rows.server";
import type { EventSearch } from "./schema.server";
import { listSeriesDates, toRepeat } from "./series/queries.server";

/** In the order of `rows`. */
function listToJson(rows: readonly EventFullRow[], viewer: Viewer | null): EventJson[] {
  const dates = listSeriesDates(rows);
  return rows.map((row) => toJson(row, viewer, dates));
}

function seriesJson({ series }: EventFullRow, datesBySeries: ReturnType<typeof listSeriesDates>) {
  if (series === null) return null;
  const dates = (datesBySeries.get(series.id) ?? []).map(({ id, startDate, endDate, cancelledAt }) => ({
    ...{ _id: String(id), startDate, endDate, cancelledAt: isoOrNull(cancelledAt) },
  }));
  const next = dates.find(({ cancelledAt }) => cancelledAt === null);
  return {
    _id: String(series.id),
    repeat: toRepeat(series),
    next: next === undefined ? null : { _id: next._id, startDate: next.startDate },
    dates,
  };
}

function toJson(row: EventFullRow, viewer: Viewer | null, dates = listSeriesDates([row])): EventJson {
  const event = {
    _id: String(row.id),
    ...toPublished(row),
    location: { address: row.location },
    createdAt: toIso(row.createdAt),
    cancelledAt: row.cancelledAt === null ? null : toIso(row.cancelledAt),
    cancelReason: row.cancelReason,
    series: seriesJson(row, dates),
  };
  if (!canSeeSubmission(viewer, row)) return event;
  const { status, rejectionReason, change } = row;
  const { id, name } = submitterOf(row);
  return {
    ...event,
    ...{ status, rejectionReason, submittedBy: { _id: id === null ? null : String(id), name } },
    ...{ change: change && changeJson(change), revision: toRevision(row, change) },
  };
}

function changeJson(change: ChangeRow): EventJson["change"] {
  const { status, rejectionReason, scope } = change;
  const { location, ...others } = proposedIn(change);
  return {
    status,
    rejectionReason,
    scope,
    ...others,
    ...(location === undefined ? {} : { location: { address: location } }),
  };
}

/**
 * `GET /events`.
 * @returns near a place, the first page also has `unplaced`: at most five events without a map position, in its region
 *   or country
 * @throws DomainError invalid; see `selectEvents`
 */
export function listEventsJson(
  search: EventSearch,
  page: PageParams,
  viewer: Viewer | null,
): Paged<EventJson> & { unplaced?: EventJson[] } {
  const selected = selectEvents(search, "next");
  const { proximity, order } = selected;
  const eventPage = pageOfEvents(selected, search, page, listFullRows);
  const list = { ...eventPage, rows: listToJson(eventPage.rows, viewer) };
  if (!proximity?.wide || page.page > 1) return list;
  const ids = listUnplacedIds(proximity.wide, search).slice(0, UNPLACED_SHOWN);
  const matching = inArray(events.id, ids);
  const unplaced = ids.length === 0 ? [] : listFullRows({ order, matching }, { page: 1, limit: ids.length });
  return { ...list, unplaced: listToJson(unplaced, viewer) };
}

/** Public view of live events, in the order of `ids`. */
export function listEventsJsonById(ids: readonly number[]): EventJson[] {
  return listToJson(listLiveFullRowsById(ids), null);
}

/** `GET /users/me/events`: newest first. */
export function listOwnEventsJson(viewer: Viewer, page: PageParams): Paged<EventJson> {
  const list = listOwnRows(viewer.id, page);
  return { ...list, rows: listToJson(list.rows, viewer) };
}

/**
 * `GET /events/admin/pending`: also live events with a pending change, soonest first. @throws DomainError forbidden for
 * non-staff
 */
export function listPendingEventsJson(viewer: Viewer, page: PageParams): Paged<EventJson> {
  requireStaff(viewer, ADMINS_ONLY);
  const list = listPendingRows(page);
  return { ...list, rows: listToJson(list.rows, viewer) };
}

/** @throws DomainError not_found, also if invisible to the viewer */
export function eventJson(id: number, viewer: Viewer | null): EventJson & AttendanceJson {
  const row = findFullRow(id);
  if (!row || !canSeeEvent(viewer, row)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  const doc = { ...toJson(row, viewer), attendance: countAttendances(id) };
  if (viewer === null) return doc;
  const { going, vehicle } = getOwnAttendance(viewer, id);
  return { ...doc, going, vehicle: vehicle === null ? null : String(vehicle.id) };
}

/** In the order of joining. @throws DomainError not_found */
export function listAttendancesJson(id: number, page: PageParams): Paged<AttendeeJson> {
  const { rows, ...list } = listAttendances(id, page);
  return { ...list, rows: rows.map(attendeeJson) };
}

const withId = <Given extends { id: number }>({ id, ...what }: Given) => ({ _id: String(id), ...what });

const attendeeJson = ({ vehicle, role: _, ...person }: AttendeeView): AttendeeJson => ({
  user: withId(person),
  vehicle: vehicle && withId(vehicle),
});

const moment = z.string().meta({ description: "At the venue: YYYY-MM-DDTHH:MM, or YYYY-MM-DD for a whole day" });

const published = {
  title: z.string(),
  startDate: moment,
  endDate: moment,
  location: z.strictObject({ address: z.string() }),
  category: z.string(),
  url: z.string().nullable(),
  shortDescription: z.string(),
  fullDescription: z.string(),
  image: z.string().nullable().meta({ description: "A file name under /img/photos/, or a full URL" }),
};

const change = z.strictObject({
  status: z.enum(eventChanges.status.enumValues),
  rejectionReason: z.string().nullable(),
  scope: z.enum(eventChanges.scope.enumValues).meta({ description: "This date of a series, or also all later ones" }),
  ...z.strictObject(published).partial().shape,
});

const repeat = z.strictObject({
  every: z.enum(["week", "month", "year"]),
  weeks: z.int().optional(),
  week: z.union([z.literal([1, 2, 3, 4]), z.literal("last")]).optional(),
  weekday: z.int().optional().meta({ description: "0 for Sunday to 6" }),
  until: z.string().optional(),
  count: z.int().optional(),
});

const series = z.strictObject({
  _id: z.string(),
  repeat,
  next: z.strictObject({ _id: z.string(), startDate: moment }).nullable(),
  dates: z
    .array(z.strictObject({ _id: z.string(), startDate: moment, endDate: moment, cancelledAt: z.string().nullable() }))
    .meta({ description: "The dates from today on that are in the calendar, soonest first" }),
});

const members = {
  _id: z.string(),
  ...published,
  createdAt,
  cancelledAt: z.string().nullable().meta({ description: "When it was cancelled; null if it has not been" }),
  cancelReason: z.string().nullable().meta({ description: "Why it was cancelled, if a reason was given" }),
  series: series.nullable().meta({ description: "Null for an event that does not repeat" }),
  status: z.enum(events.status.enumValues).optional().meta({
    description:
      "For the submitter, moderators and admins only, like rejectionReason, submittedBy, change and revision",
  }),
  rejectionReason: z.string().nullable().optional(),
  change: change.nullable().optional().meta({
    description: "The submitter’s pending change to a live event: only the changed members",
  }),
  revision: z.int().optional().meta({
    description: "To send with a decision: 409 if the event has been edited since it was read",
  }),
  submittedBy: z.strictObject({ _id: z.string().nullable(), name: z.string() }).optional(),
};

export const eventShape = z.strictObject(members).meta({ id: "Event" });

type EventJson = z.infer<typeof eventShape>;

const attendance = {
  attendance: z
    .strictObject({ count: z.int(), withVehicle: z.int() })
    .meta({ description: "Number of attendees, and how many of them bring a vehicle" }),
  going: z.boolean().optional().meta({ description: "For members: whether you are an attendee" }),
  vehicle: z.string().nullable().optional().meta({ description: "For members: the id of the vehicle you bring" }),
};

/** Only for a single event. */
type AttendanceJson = z.infer<z.ZodObject<typeof attendance>>;

export const eventDetailShape = z.strictObject({ ...members, ...attendance }).meta({ id: "EventDetail" });

export const attendeeShape = z
  .strictObject({
    user: personShape,
    vehicle: z
      .strictObject({ _id: z.string(), name: z.string(), coverPhoto: z.string().nullable() })
      .nullable()
      .meta({ description: "The vehicle they bring" }),
  })
  .meta({ id: "Attendee" });

type AttendeeJson = z.infer<typeof attendeeShape>;
