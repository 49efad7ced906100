import { asc, eq, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { eventAttendances, events, vehicles } from "~/db/schema";
import { toIso } from "~/lib/time";

/** The events that a person goes to, or went to, and with what, for `data.json`. */
export function listAttendancesOf(userId: number) {
  return db()
    .select({
      eventId: eventAttendances.eventId,
      event: events.title,
      startDate: events.startDate,
      vehicleId: eventAttendances.vehicleId,
      vehicle: sql<string>`${vehicles.year} || ' ' || ${vehicles.make} || ' ' || ${vehicles.model}`,
      at: eventAttendances.createdAt,
    })
    .from(eventAttendances)
    .innerJoin(events, eq(events.id, eventAttendances.eventId))
    .leftJoin(vehicles, eq(vehicles.id, eventAttendances.vehicleId))
    .where(eq(eventAttendances.userId, userId))
    .orderBy(asc(eventAttendances.createdAt), asc(eventAttendances.eventId))
    .all()
    .map(({ eventId, event, startDate, vehicleId, vehicle, at }) => ({
      event,
      eventId: String(eventId),
      startDate,
      vehicle: vehicleId === null ? null : vehicle,
      vehicleId: vehicleId === null ? null : String(vehicleId),
      createdAt: toIso(at),
    }));
}
