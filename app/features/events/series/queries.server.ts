import { sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/client.server";
import { type eventSeries, events } from "~/db/schema";
import { liveEventsById } from "~/db/scopes.server";
import { groupBy } from "~/lib/rows";
import type { EventFullRow } from "../rows.server";
import { listRepeatDays } from "../time/recurrence";
import { type Repeat, repeatText } from "../time/repeat";
import { earliestToday } from "../time/wall-clock";

export function toRepeat({ every, weeks, week, weekday, until, count }: typeof eventSeries.$inferSelect): Repeat {
  const weekNumber = week === null || week === "last" ? week : (Number(week) as 1 | 2 | 3 | 4);
  const members = Object.entries({ weeks, week: weekNumber, weekday, until, count });
  return { every, ...Object.fromEntries(members.filter(([, value]) => value !== null)) };
}

const currentDates = prepared((database) =>
  database
    .select({
      id: events.id,
      seriesId: sql<number>`${events.seriesId}`,
      startDate: events.startDate,
      endDate: events.endDate,
      cancelledAt: events.cancelledAt,
    })
    .from(events)
    .where(
      sql`${isAmongIds(events.seriesId)} AND ${liveEventsById} AND +${events.endDate} >= ${sql.placeholder("today")}`,
    )
    .orderBy(events.seriesId, events.startDate, events.id)
    .prepare(),
);

export type SeriesDate = ReturnType<ReturnType<typeof currentDates>["all"]>[number];

/** Live and not over, soonest first, by the id of the series. One statement. */
export function listSeriesDates(rows: readonly Pick<EventFullRow, "series">[]): Map<number, SeriesDate[]> {
  const ids = [...new Set(rows.flatMap(({ series }) => series?.id ?? []))];
  const dates = ids.length === 0 ? [] : currentDates().all({ ids: JSON.stringify(ids), today: earliestToday() });
  return groupBy(dates, ({ seriesId }) => seriesId);
}

const DATES_SHOWN = 5;

/** In words, with its first days; null for a single event. */
export function repeatView({ series }: Pick<EventFullRow, "series">) {
  if (series === null) return null;
  const repeat = toRepeat(series);
  return {
    text: repeatText(repeat, series.startDate),
    firstDays: listRepeatDays(series.startDate, repeat).slice(0, DATES_SHOWN),
  };
}

/** For the event's page. */
export function seriesView(row: Pick<EventFullRow, "series" | "status">) {
  const repeat = repeatView(row);
  const dates = row.series === null ? [] : (listSeriesDates([row]).get(row.series.id) ?? []);
  return (
    row.series &&
    repeat && {
      ...repeat,
      id: row.series.id,
      dates: dates.map(({ id, startDate, endDate, cancelledAt }) => ({
        id,
        startDate,
        endDate,
        cancelled: cancelledAt !== null,
      })),
    }
  );
}
