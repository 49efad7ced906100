import { addDays, dayOf, daysBetween, lastDayOf, type Span, weekdayOf } from "./wall-clock";

/** Events longer than this, days, are listed beside the calendar and not in every day's cell. */
const MAX_DAILY = 7;

export interface MonthDay<E> {
  day: string;
  /** False for the days of other months that fill the first and last week. */
  inMonth: boolean;
  events: E[];
}

/** A month's weeks from Monday on, each day with its events; events of more than a week separately as `long`. */
export function monthPlan<E extends Span>(month: string, events: E[]): { weeks: MonthDay<E>[][]; long: E[] } {
  const isLong = ({ startDate, endDate }: Span) => daysBetween(dayOf(startDate), dayOf(endDate)) >= MAX_DAILY;
  const daily = events.filter((event) => !isLong(event));
  const first = `${month}-01`;
  const last = lastDayOf(month);
  const weeks: MonthDay<E>[][] = [];
  for (let monday = addDays(first, -weekdayOf(first)); monday <= last; monday = addDays(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
    weeks.push(
      days.map((day) => {
        const inMonth = day.startsWith(month);
        return { day, inMonth, events: inMonth ? daily.filter((event) => takesPlaceOn(event, day)) : [] };
      }),
    );
  }
  return { weeks, long: events.filter(isLong) };
}

function takesPlaceOn({ startDate, endDate }: Span, day: string): boolean {
  return dayOf(startDate) <= day && day <= dayOf(endDate);
}
