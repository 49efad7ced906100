import { setTimeout } from "node:timers/promises";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { events } from "~/db/schema";
import { liveEvents } from "~/db/scopes.server";
import { notifyAttendees } from "~/features/notifications/notify.server";
import { HOUR, MINUTE, now, toIso } from "~/lib/time";
import { findTimeZone } from "~/services/geocoder/geocoder.server";
import { startPeriodicJob } from "~/services/periodic/periodic.server";
import { addDays, earliestToday, toDay, toInstant } from "./time/wall-clock";

/** Local time, on the day before. */
const REMINDER_TIME = "09:00";
/** Easternmost zone, where 09:00 comes first. */
const MAX_UTC_OFFSET_MS = 14 * HOUR;
/** Requests run between batches. */
const BATCH = 100;

const needsReminder = and(liveEvents, isNull(events.cancelledAt), sql`${events.remindedOf} IS NOT ${events.startDate}`);

// Three days of `events_calendar`: events not begun everywhere that start tomorrow somewhere.
const upcomingEvents = prepared((database) =>
  database
    .select({ id: events.id, startDate: events.startDate, placeId: events.placeId })
    .from(events)
    .where(
      and(
        needsReminder,
        sql`${events.startDate} >= ${sql.placeholder("from")} AND ${events.startDate} < ${sql.placeholder("until")}`,
      ),
    )
    .orderBy(asc(events.startDate), asc(events.id))
    .prepare(),
);

type UpcomingEvent = ReturnType<ReturnType<typeof upcomingEvents>["all"]>[number];

/**
 * Undefined if too early, or if the event has begun.
 * @returns `due` is the intended time: people who joined later get no reminder
 */
function reminderOf({ startDate, placeId }: UpcomingEvent) {
  const zone = findTimeZone(placeId);
  const day = toDay(startDate);
  const due = toInstant(`${addDays(day, -1)}T${REMINDER_TIME}`, zone);
  if (now() < due || toInstant(startDate, zone) <= now()) return undefined;
  return { due, says: now() < toInstant(day, zone) ? ("tomorrow" as const) : ("today" as const) };
}

/** @returns false if the event has changed or was handled meanwhile */
function remind({ id, startDate }: UpcomingEvent, { due, says }: NonNullable<ReturnType<typeof reminderOf>>): boolean {
  return transaction(() => {
    const { changes } = db()
      .update(events)
      .set({ remindedOf: startDate })
      .where(and(eq(events.id, id), eq(events.startDate, startDate), needsReminder))
      .run();
    if (changes > 0) notifyAttendees(id, says, null, due);
    return changes > 0;
  });
}

/**
 * At 09:00 venue time on the day before, once per start date. After a downtime it catches up until the event begins, on
 * its day with "today" (events README, Reminders). One transaction per event, with requests in between.
 * @param isStopped checked between transactions; the next round does the rest
 * @returns number of events
 */
export async function remindAttendees(isStopped: () => boolean = () => false): Promise<number> {
  const latest = toDay(toIso(now() + MAX_UTC_OFFSET_MS - 9 * HOUR));
  const upcoming = upcomingEvents().all({ from: earliestToday(), until: addDays(latest, 2) });
  let reminded = 0;
  for (const [index, event] of upcoming.entries()) {
    if (index % BATCH === BATCH - 1) await setTimeout(1);
    if (isStopped()) break;
    const reminder = reminderOf(event);
    if (reminder === undefined) continue;
    const started = performance.now();
    if (remind(event, reminder)) reminded += 1;
    await setTimeout(performance.now() - started);
  }
  return reminded;
}

/** Now and every minute. @returns stops it, see `startPeriodicJob` */
export const startReminders = (): (() => Promise<void>) =>
  startPeriodicJob({ every: MINUTE, round: remindAttendees, failed: "reminding failed" });
