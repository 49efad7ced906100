import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { eventAttendances, events, seriesFollows, users } from "~/db/schema";
import { liveEventsById } from "~/db/scopes.server";
import { publicUrl } from "~/env.server";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import type { Calendar } from "~/lib/icalendar";
import { newToken } from "~/lib/tokens.server";
import { siteName } from "~/services/site/site.server";
import { toEntries } from "./calendar.server";
import { SERIES_MESSAGES } from "./limits";
import { listCalendarRows } from "./rows.server";
import { addDays, earliestToday } from "./time/wall-clock";

const MAX_ENTRIES = 1_000;
/** Days after an event that it stays in the calendar. */
const DAYS_KEPT = 31;

const linkOf = (key: string | null) => (key === null ? null : `${publicUrl()}/calendar/${key}.ics`);

/** Null while it is off. */
export function findCalendarLink({ id }: Viewer): string | null {
  return linkOf(db().select({ key: users.calendarKey }).from(users).where(eq(users.id, id)).get()?.key ?? null);
}

/** An earlier link stops working. */
export function makeCalendarLink({ id }: Viewer): string {
  const calendarKey = newToken();
  db().update(users).set({ calendarKey }).where(eq(users.id, id)).run();
  return linkOf(calendarKey) ?? "";
}

export function removeCalendarLink({ id }: Viewer): void {
  db().update(users).set({ calendarKey: null }).where(eq(users.id, id)).run();
}

/**
 * Events the member goes to, and dates of followed series; those of the last month and coming ones.
 * @throws DomainError not_found for an unknown link, or a deactivated member
 */
export function ownCalendar(key: string): Calendar {
  const owner = and(eq(users.calendarKey, key), eq(users.active, true));
  const user = db().select({ id: users.id }).from(users).where(owner).get();
  if (!user) throw new DomainError("not_found", SERIES_MESSAGES.noCalendar);
  const isTheirs = sql`${events.id} IN (
    SELECT event_id FROM ${eventAttendances} WHERE user_id = ${user.id}
    UNION SELECT dates.id FROM ${seriesFollows} CROSS JOIN events AS dates ON dates.series_id = ${seriesFollows.seriesId}
      WHERE ${seriesFollows.userId} = ${user.id})`;
  const matching = and(isTheirs, liveEventsById, sql`+${events.endDate} >= ${addDays(earliestToday(), -DAYS_KEPT)}`);
  const rows = listCalendarRows({ matching, order: [asc(events.startDate), asc(events.id)] }, MAX_ENTRIES);
  const origin = publicUrl();
  return { name: `${siteName()}: my events`, url: `${origin}/events`, entries: toEntries(rows, origin) };
}
