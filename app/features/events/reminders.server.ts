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

/** When those who go are told, at the venue, on the day before. */
const TOLD_AT = "09:00";
/** Of the easternmost zone, ahead of UTC: nowhere is 09:00 earlier. */
const MAX_UTC_OFFSET_MS = 14 * HOUR;
/** Events that are looked at before requests get their turn. */
const BATCH = 100;

const unreminded = and(liveEvents, isNull(events.cancelledAt), sql`${events.remindedOf} IS NOT ${events.startDate}`);

// By `events_calendar`, three days of it: what has not begun everywhere, and starts tomorrow somewhere.
const comingEvents = prepared((database) =>
  database
    .select({ id: events.id, startDate: events.startDate, placeId: events.placeId })
    .from(events)
    .where(
      and(
        unreminded,
        sql`${events.startDate} >= ${sql.placeholder("from")} AND ${events.startDate} < ${sql.placeholder("until")}`,
      ),
    )
    .orderBy(asc(events.startDate), asc(events.id))
    .prepare(),
);

type Coming = ReturnType<ReturnType<typeof comingEvents>["all"]>[number];

/**
 * What those who go are told by now; undefined where it is not time yet, or the event has begun.
 * @returns `due` is when they should be told: those who had joined by then are
 */
function reminderOf({ startDate, placeId }: Coming) {
  const zone = findTimeZone(placeId);
  const day = toDay(startDate);
  const due = toInstant(`${addDays(day, -1)}T${TOLD_AT}`, zone);
  if (now() < due || toInstant(startDate, zone) <= now()) return undefined;
  return { due, says: now() < toInstant(day, zone) ? ("tomorrow" as const) : ("today" as const) };
}

/** Tells those who go. @returns whether there was something to do: it may have changed meanwhile */
function remind({ id, startDate }: Coming, { due, says }: NonNullable<ReturnType<typeof reminderOf>>): boolean {
  return transaction(() => {
    const { changes } = db()
      .update(events)
      .set({ remindedOf: startDate })
      .where(and(eq(events.id, id), eq(events.startDate, startDate), unreminded))
      .run();
    if (changes > 0) notifyAttendees(id, says, null, due);
    return changes > 0;
  });
}

/**
 * Tells those who go to an event that it is tomorrow: at 09:00 of the day before at the venue, once a start, and later
 * where the site was down, as long as the event has not begun: on its day that it is today (events README, Reminders). An
 * event a transaction, and requests in between.
 * @param isStopped asked between transactions: what is left then is for the next time
 * @returns how many events there were
 */
export async function remindAttendees(isStopped: () => boolean = () => false): Promise<number> {
  const latest = toDay(toIso(now() + MAX_UTC_OFFSET_MS - 9 * HOUR));
  const coming = comingEvents().all({ from: earliestToday(), until: addDays(latest, 2) });
  let reminded = 0;
  for (const [at, event] of coming.entries()) {
    if (at % BATCH === BATCH - 1) await setTimeout(1);
    if (isStopped()) break;
    const reminder = reminderOf(event);
    if (reminder === undefined) continue;
    const started = performance.now();
    if (remind(event, reminder)) reminded += 1;
    await setTimeout(performance.now() - started);
  }
  return reminded;
}

/** Reminds now and every minute. @returns ends it, as `startPeriodicJob` says */
export const startReminders = (): (() => Promise<void>) =>
  startPeriodicJob({ every: MINUTE, round: remindAttendees, failed: "reminding failed" });
