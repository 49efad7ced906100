import { and, asc, count, desc, eq, gte, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { eventAttendances, events, users, vehicles } from "~/db/schema";
import { liveEvents, liveEventsById, shownAttendances, shownVehicles, shownVehiclesById } from "~/db/scopes.server";
import type { Role, Viewer } from "~/features/accounts/policy";
import { type NamedVehicle, vehicleName } from "~/features/vehicles/name";
import { DomainError } from "~/lib/errors";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { EVENT_NOT_FOUND } from "../policy";
import { slotColumns } from "../rows.server";
import { earliestToday, isOver, type Span } from "../time/wall-clock";

/** The viewer's newest vehicles. */
const MAX_CHOICES = 100;

const MAX_VEHICLE_EVENTS = 12;

const ofEvent = eq(eventAttendances.eventId, sql.placeholder("eventId"));
const visible = and(ofEvent, shownAttendances);

// Left joins, because the planner cannot reorder them: the index on attendances decides the order.
const attendees = prepared((db) =>
  db
    .select({
      id: eventAttendances.userId,
      name: sql<string>`${users.name}`,
      avatar: sql<string>`${users.avatar}`,
      role: sql<Role>`${users.role}`,
      // Null also if the vehicle is hidden.
      vehicleId: vehicles.id,
      year: sql<number>`${vehicles.year}`,
      make: sql<string>`${vehicles.make}`,
      model: sql<string>`${vehicles.model}`,
      coverPhoto: vehicles.coverPhoto,
    })
    .from(eventAttendances)
    .leftJoin(users, eq(users.id, eventAttendances.userId))
    .leftJoin(vehicles, and(eq(vehicles.id, eventAttendances.vehicleId), shownVehiclesById))
    .where(visible)
    .orderBy(asc(eventAttendances.createdAt), asc(eventAttendances.userId))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

const liveEvent = prepared((db) =>
  db
    .select({ total: events.attendanceCount })
    .from(events)
    .where(and(eq(events.id, sql.placeholder("eventId")), liveEvents))
    .prepare(),
);

/**
 * In the order of joining, with vehicles.
 * @param total if already read
 * @throws DomainError not_found unless live
 */
export function listAttendances(eventId: number, page: PageParams, total = getTotal(eventId)): Paged<AttendeeView> {
  const rows = total === 0 ? [] : attendees().all({ eventId, limit: page.limit, offset: toOffset(page) });
  return { rows: rows.map(toAttendee), total, ...page };
}

function toAttendee({
  id,
  name,
  avatar,
  role,
  coverPhoto,
  ...what
}: ReturnType<ReturnType<typeof attendees>["all"]>[number]) {
  const vehicle = vehicleOf(what);
  return { id, name, avatar, role, vehicle: vehicle && { ...vehicle, coverPhoto } };
}

export type AttendeeView = ReturnType<typeof toAttendee>;

const vehicleOf = ({ vehicleId, ...what }: NamedVehicle & { vehicleId: number | null }) =>
  vehicleId === null ? null : { id: vehicleId, name: vehicleName(what) };

function getTotal(eventId: number): number {
  const row = liveEvent().get({ eventId });
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  return row.total;
}

// Reads a covering index only.
const countsOf = prepared((db) =>
  db
    .select({ count: count(), withVehicle: count(eventAttendances.vehicleId) })
    .from(eventAttendances)
    .where(visible)
    .prepare(),
);

/** Zero unless live. */
export function countAttendances(eventId: number): { count: number; withVehicle: number } {
  return countsOf().get({ eventId }) ?? { count: 0, withVehicle: 0 };
}

const newestVehicles = prepared((db) =>
  db
    .select({ vehicleId: vehicles.id, year: vehicles.year, make: vehicles.make, model: vehicles.model })
    .from(vehicles)
    .where(and(eq(vehicles.garageId, sql.placeholder("garageId")), shownVehicles))
    .orderBy(desc(vehicles.createdAt), desc(vehicles.id))
    .limit(MAX_CHOICES)
    .prepare(),
);

const viewerAttendance = prepared((db) =>
  db
    .select({
      vehicleId: eventAttendances.vehicleId,
      year: sql<number>`${vehicles.year}`,
      make: sql<string>`${vehicles.make}`,
      model: sql<string>`${vehicles.model}`,
    })
    .from(eventAttendances)
    .leftJoin(vehicles, eq(vehicles.id, eventAttendances.vehicleId))
    .where(and(ofEvent, eq(eventAttendances.userId, sql.placeholder("userId"))))
    .prepare(),
);

function choicesOf(viewer: Viewer, selected: ReturnType<typeof vehicleOf>) {
  const rows = newestVehicles().all({ garageId: viewer.garageId });
  const choices = rows.flatMap((row) => vehicleOf(row) ?? []);
  return selected === null || choices.some(({ id }) => id === selected.id) ? choices : [selected, ...choices];
}

/** @param closed whether joining is over: no choices */
export function getOwnAttendance(viewer: Viewer | null, eventId: number, closed = true) {
  if (viewer === null) return { going: false, vehicle: null, choices: [] };
  const row = viewerAttendance().get({ eventId, userId: viewer.id });
  const vehicle = row ? vehicleOf(row) : null;
  return { going: row !== undefined, vehicle, choices: closed ? [] : choicesOf(viewer, vehicle) };
}

export type AttendanceView = ReturnType<typeof getAttendance>;

/**
 * Also the viewer's own attendance.
 * @param event its row, already read
 */
export function getAttendance(
  event: Span & { id: number; attendanceCount: number; cancelled: boolean },
  viewer: Viewer | null,
  page: PageParams,
) {
  const { id, cancelled } = event;
  const over = isOver(event);
  const people = listAttendances(id, page, event.attendanceCount);
  return { ...getOwnAttendance(viewer, id, over || cancelled), people, member: viewer !== null, over, cancelled };
}

// Starts at the vehicle's few attendances, whatever the number of events.
const eventsOfVehicle = prepared((db) =>
  db
    .select({ ...slotColumns, location: events.location })
    .from(eventAttendances)
    .crossJoin(events)
    .where(
      and(
        eq(eventAttendances.vehicleId, sql.placeholder("vehicleId")),
        shownAttendances,
        eq(events.id, eventAttendances.eventId),
        // A hidden event keeps its attendees.
        liveEventsById,
        gte(events.endDate, sql.placeholder("today")),
      ),
    )
    .orderBy(asc(events.startDate), asc(events.id))
    .limit(MAX_VEHICLE_EVENTS)
    .prepare(),
);

export type VehicleEventView = ReturnType<typeof listVehicleEvents>[number];

/** Live and not over, soonest first; at most 12. */
export function listVehicleEvents(vehicleId: number) {
  return eventsOfVehicle().all({ vehicleId, today: earliestToday() });
}
