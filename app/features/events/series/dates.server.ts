import { setTimeout } from "node:timers/promises";
import { and, asc, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { eventSeries, events } from "~/db/schema";
import { HOUR, now, utcToday } from "~/lib/time";
import { startPeriodicJob } from "~/services/periodic/periodic.server";
import { type EventRow, PUBLISHED, type Published } from "../change";
import { listRepeatDays } from "../time/recurrence";
import { type Repeat, repeatWeekday } from "../time/repeat";
import {
  addDays,
  addMonths,
  daysBetween,
  earliestToday,
  isAllDay,
  type Span,
  toClock,
  toDay,
} from "../time/wall-clock";
import { toRepeat } from "./queries.server";

type SeriesRow = typeof eventSeries.$inferSelect;

const MONTHS_AHEAD = 12;

function lastDayToMake(): string {
  const today = utcToday();
  return `${addMonths(today.slice(0, 7), MONTHS_AHEAD)}${today.slice(7)}`;
}

/** Of a pending event. Called in a transaction. */
export function addSeries(userId: number, startDate: string, { week, weekday, ...repeat }: Repeat): number {
  const day = toDay(startDate);
  const weekdayOrNone = repeat.every === "year" ? null : (weekday ?? repeatWeekday(day));
  const weekText = week === undefined ? null : (String(week) as SeriesRow["week"]);
  const row = {
    ...repeat,
    week: weekText,
    weekday: weekdayOrNone,
    userId,
    startDate: day,
    lastMade: day,
    createdAt: now(),
  };
  return db().insert(eventSeries).values(row).returning({ id: eventSeries.id }).get().id;
}

/** With the clock times and the length of `span`. */
export function moveSpan(span: Span, day: string): Span {
  const days = daysBetween(toDay(span.startDate), day);
  const move = (moment: string) => {
    const moved = addDays(toDay(moment), days);
    return isAllDay(moment) ? moved : `${moved}T${toClock(moment)}`;
  };
  return { startDate: move(span.startDate), endDate: move(span.endDate) };
}

/**
 * Adds the dates up to twelve months ahead, like the newest one, but without what was edited there alone. Repeated, it
 * changes nothing. Called in a transaction.
 * @returns their number
 */
export function addDates(seriesId: number): number {
  const series = db().select().from(eventSeries).where(eq(eventSeries.id, seriesId)).get();
  if (!series || series.endedAt !== null) return 0;
  const remaining = listRepeatDays(series.startDate, toRepeat(series)).filter((day) => day > series.lastMade);
  const days = series.userId === null ? [] : remaining.filter((day) => day <= lastDayToMake());
  if (days.length === 0 && remaining.length > 0 && series.userId !== null) return 0;
  const ofSeries = eq(events.seriesId, seriesId);
  const dates = db().select().from(events).where(ofSeries).orderBy(desc(events.recurrenceDate)).all();
  const newest = dates[0];
  if (newest?.status !== "approved") return 0;
  const model = (field: keyof Published) => dates.find(({ ownFields }) => !ownFields?.includes(field)) ?? newest;
  const published = Object.fromEntries(PUBLISHED.map((field) => [field, model(field)[field]])) as Published;
  const { placeId, placeText } = model("location");
  const span = { startDate: model("startDate").startDate, endDate: model("startDate").endDate };
  const at = { decidedAt: now(), createdAt: now(), updatedAt: now() };
  for (const day of days) {
    const row = { ...published, titleFolded: model("title").titleFolded, placeId, placeText, ...moveSpan(span, day) };
    db()
      .insert(events)
      .values({ ...row, ...at, userId: series.userId, status: "approved", seriesId, recurrenceDate: day })
      .onConflictDoNothing()
      .run();
  }
  const isComplete = days.length === remaining.length || series.userId === null;
  db()
    .update(eventSeries)
    .set({ lastMade: days.at(-1) ?? series.lastMade, endedAt: isComplete ? now() : null })
    .where(eq(eventSeries.id, seriesId))
    .run();
  return days.length;
}

/** Called in a transaction. */
export function endSeries(seriesId: number): void {
  db().update(eventSeries).set({ endedAt: now() }).where(eq(eventSeries.id, seriesId)).run();
}

/** Live and not over, by their days in the series. */
export function listLaterDates({ seriesId, recurrenceDate }: EventRow): EventRow[] {
  if (seriesId === null || recurrenceDate === null) return [];
  const isLater = and(eq(events.seriesId, seriesId), gt(events.recurrenceDate, recurrenceDate));
  const isOpen = and(eq(events.status, "approved"), sql`${events.endDate} >= ${earliestToday()}`);
  return db().select().from(events).where(and(isLater, isOpen)).orderBy(asc(events.recurrenceDate)).all();
}

/** One transaction per series, with requests in between. @returns the number of new dates */
export async function extendSeries(isStopped: () => boolean = () => false): Promise<number> {
  const isOpen = and(isNull(eventSeries.endedAt), lte(eventSeries.lastMade, lastDayToMake()));
  const open = db().select({ id: eventSeries.id }).from(eventSeries).where(isOpen).all();
  let added = 0;
  for (const { id } of open) {
    if (isStopped()) break;
    const started = performance.now();
    added += transaction(() => addDates(id));
    await setTimeout(performance.now() - started);
  }
  return added;
}

/** Now and every hour. @returns stops it, see `startPeriodicJob` */
export const startSeries = (): (() => Promise<void>) =>
  startPeriodicJob({
    name: "dates of series",
    every: HOUR,
    round: extendSeries,
    failed: "adding dates of series failed",
  });
