import { inArray } from "drizzle-orm";
import { events } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { UNPLACED_SHOWN } from "~/features/places/proximity";
import { DomainError } from "~/lib/errors";
import type { Page, Paged } from "~/lib/paging";
import { toIso } from "~/lib/time";
import { type AttendeeView, countAttendances, getOwnAttendance, listAttendances } from "./attendance/queries.server";
import type { AttendanceJson, AttendeeJson, EventJson } from "./json-shapes.server";
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

function toJson(row: EventFullRow, viewer: Viewer | null): EventJson {
  const { title, startDate, endDate, category, url, shortDescription, fullDescription, image } = row;
  const event = {
    _id: row.id,
    ...{ title, startDate, endDate, location: { address: row.location } },
    ...{ category, url, shortDescription, fullDescription, image },
    createdAt: toIso(row.createdAt),
    cancelledAt: row.cancelledAt === null ? null : toIso(row.cancelledAt),
    cancelReason: row.cancelReason,
  };
  if (!canSeeSubmission(viewer, row)) return event;
  const { status, rejectionReason } = row;
  const submitter = submitterOf(row);
  return { ...event, status, rejectionReason, submittedBy: { _id: submitter.id, name: submitter.name } };
}

/**
 * `GET /events`.
 * @returns on the first page of a list near a place also `unplaced`: at most five that have no map position but are
 *   somewhere in its region or country
 * @throws DomainError invalid; see `selectEvents`
 */
export function listEventsJson(
  search: EventSearch,
  page: Page,
  viewer: Viewer | null,
): Paged<EventJson> & { unplaced?: EventJson[] } {
  const selected = selectEvents(search);
  const { proximity, order } = selected;
  const found = pageOfEvents(selected, search, page, listFullRows);
  const list = { ...found, rows: found.rows.map((row) => toJson(row, viewer)) };
  if (!proximity?.wide || page.page > 1) return list;
  const ids = listUnplacedIds(proximity.wide, search).slice(0, UNPLACED_SHOWN);
  const matching = inArray(events.id, ids);
  const unplaced = ids.length === 0 ? [] : listFullRows({ order, matching }, { page: 1, limit: ids.length });
  return { ...list, unplaced: unplaced.map((row) => toJson(row, viewer)) };
}

/** The live events with these ids, as everybody sees them, in the order of the ids. */
export function listEventsJsonById(ids: readonly number[]): EventJson[] {
  return listLiveFullRowsById(ids).map((row) => toJson(row, null));
}

/** `GET /users/me/events`: what the viewer submitted, newest first. */
export function listOwnEventsJson(viewer: Viewer, page: Page): Paged<EventJson> {
  const { rows, total } = listOwnRows(viewer.id, page);
  return { rows: rows.map((row) => toJson(row, viewer)), total, ...page };
}

/** `GET /events/admin/pending`, soonest first. @throws DomainError forbidden for anybody but an admin */
export function listPendingEventsJson(viewer: Viewer, page: Page): Paged<EventJson> {
  requireAdmin(viewer);
  const { rows, total } = listPendingRows(page);
  return { rows: rows.map((row) => toJson(row, viewer)), total, ...page };
}

/** One event, with its attendance. @throws DomainError not_found, also where the viewer may not see it */
export function eventJson(id: number, viewer: Viewer | null): EventJson & AttendanceJson {
  const row = findFullRow(id);
  if (!row || !canSeeEvent(viewer, row)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  const doc = { ...toJson(row, viewer), attendance: countAttendances(id) };
  if (viewer === null) return doc;
  const { going, vehicle } = getOwnAttendance(viewer, id);
  return { ...doc, going, vehicle: vehicle?.id ?? null };
}

/** `GET /events/{id}/attendance`, in the order of joining. @throws DomainError not_found */
export function listAttendancesJson(id: number, page: Page): Paged<AttendeeJson> {
  const { rows, ...list } = listAttendances(id, page);
  return { ...list, rows: rows.map(attendeeJson) };
}

function attendeeJson({ id, name, avatar, vehicle }: AttendeeView): AttendeeJson {
  const user = { _id: id, name, avatar };
  if (vehicle === null) return { user, vehicle: null };
  const { id: vehicleId, ...what } = vehicle;
  return { user, vehicle: { _id: vehicleId, ...what } };
}
