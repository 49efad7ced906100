import { setTimeout } from "node:timers/promises";
import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { events } from "~/db/schema";
import { liveEvents } from "~/db/scopes.server";
import { notifyAttendees, notifyFollowers } from "~/features/notifications/notify.server";
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

const REMINDER_DAYS = 1;
const ANNOUNCEMENT_DAYS = 7;

const isOpen = and(liveEvents, isNull(events.cancelledAt));
const needsReminder = and(isOpen, sql`${events.remindedOf} IS NOT ${events.startDate}`);
const needsAnnouncement = and(
  isOpen,
  isNotNull(events.seriesId),
  sql`${events.announcedOf} IS NOT ${events.startDate}`,
);

// A few days of `events_calendar`: events not begun everywhere.
const upcoming = (condition: SQL | undefined) =>
  prepared((database) =>
    database
      .select({ id: events.id, startDate: events.startDate, placeId: events.placeId, seriesId: events.seriesId })
      .from(events)
      .where(
        and(
          condition,
          sql`${events.startDate} >= ${sql.placeholder("from")} AND ${events.startDate} < ${sql.placeholder("until")}`,
        ),
      )
      .orderBy(asc(events.startDate), asc(events.id))
      .prepare(),
  );

const toRemind = upcoming(needsReminder);
const toAnnounce = upcoming(needsAnnouncement);

type UpcomingEvent = ReturnType<ReturnType<typeof toRemind>["all"]>[number];

/**
 * Undefined if too early, or if the event has begun.
 * @returns `due` is the intended time: people who joined later get no reminder
 */
function reminderOf({ startDate, placeId }: UpcomingEvent, daysBefore: number) {
  const zone = findTimeZone(placeId);
  const day = toDay(startDate);
  const due = toInstant(`${addDays(day, -daysBefore)}T${REMINDER_TIME}`, zone);
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

function announce(
  { id, startDate, seriesId }: UpcomingEvent,
  { due }: NonNullable<ReturnType<typeof reminderOf>>,
): boolean {
  return transaction(() => {
    const { changes } = db()
      .update(events)
      .set({ announcedOf: startDate })
      .where(and(eq(events.id, id), eq(events.startDate, startDate), needsAnnouncement))
      .run();
    if (changes > 0 && seriesId !== null) notifyFollowers(id, seriesId, toDay(startDate), due);
    return changes > 0;
  });
}

/**
 * At 09:00 venue time on the day before, once per start date. After a downtime it catches up until the event begins, on
 * its day with "today" (events README, Reminders). One transaction per event, with requests in between.
 * @param isStopped checked between transactions; the next round does the rest
 * @returns number of events
 */
export const remindAttendees = (isStopped?: () => boolean): Promise<number> =>
  notifyInTime(toRemind, REMINDER_DAYS, remind, isStopped);

/** Likewise a week before each date of a series, its followers. */
export const announceDates = (isStopped?: () => boolean): Promise<number> =>
  notifyInTime(toAnnounce, ANNOUNCEMENT_DAYS, announce, isStopped);

async function notifyInTime(
  list: typeof toRemind,
  daysBefore: number,
  notify: typeof remind,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const latest = toDay(toIso(now() + MAX_UTC_OFFSET_MS - 9 * HOUR));
  const upcoming = list().all({ from: earliestToday(), until: addDays(latest, daysBefore + 1) });
  let reminded = 0;
  for (const [index, event] of upcoming.entries()) {
    if (index % BATCH === BATCH - 1) await setTimeout(1);
    if (isStopped()) break;
    const reminder = reminderOf(event, daysBefore);
    if (reminder === undefined) continue;
    const started = performance.now();
    if (notify(event, reminder)) reminded += 1;
    await setTimeout(performance.now() - started);
  }
  return reminded;
}

/** Now and every minute. @returns stops it, see `startPeriodicJob` */
export const startReminders = (): (() => Promise<void>) =>
  startPeriodicJob({
    name: "event reminders",
    every: MINUTE,
    round: async (isStopped) => {
      await remindAttendees(isStopped);
      await announceDates(isStopped);
    },
    failed: "reminding failed",
  });
