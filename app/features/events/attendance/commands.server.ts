import { and, eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { eventAttendances, events, vehicles } from "~/db/schema";
import { liveEvents } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError, invalidField } from "~/lib/errors";
import { now } from "~/lib/time";
import { ATTENDANCE_MESSAGES } from "../limits";
import { EVENT_NOT_FOUND } from "../policy";
import type { AttendanceInput } from "../schema.server";
import { isOver } from "../time/wall-clock";

/**
 * Repeated, it changes the vehicle: null removes it, undefined keeps it.
 * @returns whether the viewer is new on the list
 * @throws DomainError not_found unless live; conflict if over or cancelled; invalid for another user's vehicle
 */
export function attendEvent(viewer: Viewer, eventId: number, { vehicle }: AttendanceInput): boolean {
  return transaction(() => {
    const event = getLiveEvent(eventId);
    if (isOver(event)) throw new DomainError("conflict", ATTENDANCE_MESSAGES.over);
    if (event.cancelledAt !== null) throw new DomainError("conflict", ATTENDANCE_MESSAGES.cancelled);
    if (typeof vehicle === "number") requireOwnVehicle(viewer, vehicle);
    const isOwnAttendance = ownAttendance(viewer, eventId);
    if (db().select({ userId: eventAttendances.userId }).from(eventAttendances).where(isOwnAttendance).get()) {
      if (vehicle !== undefined) db().update(eventAttendances).set({ vehicleId: vehicle }).where(isOwnAttendance).run();
      return false;
    }
    const row = { eventId, userId: viewer.id, vehicleId: vehicle ?? null, createdAt: now() };
    db().insert(eventAttendances).values(row).run();
    return true;
  });
}

/**
 * Works even if the event is over or cancelled. Repeating changes nothing.
 * @throws DomainError not_found unless live
 */
export function leaveEvent(viewer: Viewer, eventId: number): void {
  transaction(() => {
    getLiveEvent(eventId);
    db().delete(eventAttendances).where(ownAttendance(viewer, eventId)).run();
  });
}

const ownAttendance = (viewer: Viewer, eventId: number) =>
  and(eq(eventAttendances.eventId, eventId), eq(eventAttendances.userId, viewer.id));

/** @throws DomainError not_found, even for the submitter */
function getLiveEvent(id: number) {
  const row = db()
    .select({ startDate: events.startDate, endDate: events.endDate, cancelledAt: events.cancelledAt })
    .from(events)
    .where(and(eq(events.id, id), liveEvents))
    .get();
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  return row;
}

function requireOwnVehicle(viewer: Viewer, id: number): void {
  const row = db().select({ userId: vehicles.userId }).from(vehicles).where(eq(vehicles.id, id)).get();
  if (row?.userId !== viewer.id) throw invalidField("vehicle", ATTENDANCE_MESSAGES.vehicle);
}
