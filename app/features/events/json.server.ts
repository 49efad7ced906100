import { asc, count, desc, eq, inArray, type SQL } from "drizzle-orm";
import { db } from "~/db/client.server";
import { events, users } from "~/db/schema";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { UNPLACED_SHOWN } from "~/features/places/proximity";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { toIso } from "~/lib/time";
import { type AttendeeView, countAttendances, getOwnAttendance, listAttendances } from "./attendance/queries.server";
import type { AttendanceJson, AttendeeJson, EventJson } from "./json-shapes.server";
import { listUnplacedIds, selectEvents } from "./list.server";
import { canSeeEvent, canSeeSubmission, EVENT_NOT_FOUND } from "./policy";
import { submitterOf } from "./queries.server";
import type { EventSearch } from "./schema.server";

const columns = {
  id: events.id,
  title: events.title,
  startDate: events.startDate,
  endDate: events.endDate,
  location: events.location,
  category: events.category,
  url: events.url,
  shortDescription: events.shortDescription,
  fullDescription: events.fullDescription,
  image: events.image,
  createdAt: events.createdAt,
  status: events.status,
  rejectionReason: events.rejectionReason,
  userId: events.userId,
  submitterName: users.name,
};

// A left join, which the planner cannot turn round: the index decides the order.
const select = () => db().select(columns).from(events).leftJoin(users, eq(users.id, events.userId));

type Row = ReturnType<ReturnType<typeof select>["all"]>[number];

function toJson(row: Row, viewer: Viewer | null): EventJson {
  const { id, location, createdAt, status, rejectionReason, userId, submitterName, ...rest } = row;
  const event = { _id: String(id), ...rest, location: { address: location }, createdAt: toIso(createdAt) };
  if (!canSeeSubmission(viewer, row)) return event;
  const submitter = submitterOf(row);
  return { ...event, status, rejectionReason, submittedBy: { _id: submitter.id, name: submitter.name } };
}

function listPage(matching: SQL | undefined, order: SQL[], { page, limit }: Page, viewer: Viewer | null): EventJson[] {
  const rows = select()
    .where(matching)
    .orderBy(...order)
    .limit(limit)
    .offset(offsetOf({ page, limit }))
    .all();
  return rows.map((row) => toJson(row, viewer));
}

function countOf(matching: SQL): number {
  return db().select({ total: count() }).from(events).where(matching).get()?.total ?? 0;
}

/**
 * `GET /events`.
 * @returns beside the page of a list near a place, on the first one: at most five that have no map position but are
 *   somewhere in its region or country
 * @throws DomainError invalid; see `selectEvents`
 */
export function listEventsJson(
  search: EventSearch,
  page: Page,
  viewer: Viewer | null,
): Paged<EventJson> & { unplaced?: EventJson[] } {
  const { matching, order, total, around } = selectEvents(search);
  const list = { rows: listPage(matching, order, page, viewer), total: total(), ...page };
  if (!around?.wide || page.page > 1) return list;
  const ids = listUnplacedIds(around.wide, search).slice(0, UNPLACED_SHOWN);
  const unplaced =
    ids.length === 0 ? [] : listPage(inArray(events.id, ids), order, { page: 1, limit: ids.length }, viewer);
  return { ...list, unplaced };
}

/** `GET /users/me/events`: what the viewer submitted, newest first. */
export function listOwnEventsJson(viewer: Viewer, page: Page): Paged<EventJson> {
  const own = eq(events.userId, viewer.id);
  return { rows: listPage(own, [desc(events.id)], page, viewer), total: countOf(own), ...page };
}

/** `GET /events/admin/pending`, soonest first. @throws DomainError forbidden for anybody but an admin */
export function listPendingEventsJson(viewer: Viewer, page: Page): Paged<EventJson> {
  requireAdmin(viewer);
  const pending = eq(events.status, "pending");
  const order = [asc(events.startDate), asc(events.id)];
  return { rows: listPage(pending, order, page, viewer), total: countOf(pending), ...page };
}

/** One event, with who comes. @throws DomainError not_found, also for what is not the viewer's to know */
export function eventJson(id: number, viewer: Viewer | null): EventJson & AttendanceJson {
  const row = select().where(eq(events.id, id)).get();
  if (!row || !canSeeEvent(viewer, row)) throw new DomainError("not_found", EVENT_NOT_FOUND);
  const doc = { ...toJson(row, viewer), attendance: countAttendances(id) };
  if (viewer === null) return doc;
  const { going, vehicle } = getOwnAttendance(viewer, id);
  return { ...doc, going, vehicle: vehicle?.id ?? null };
}

/** `GET /events/{id}/attendance`, in the order in which people said so. @throws DomainError not_found */
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
