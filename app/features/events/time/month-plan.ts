import { addDays, dayOf, daysBetween, lastDayOf, type Span, weekdayOf } from "./wall-clock";

/** Longer than so many days, an event stands beside the calendar and not in every square. */
const LONG = 7;

export interface MonthDay<E> {
  day: string;
  /** Of the month that is shown; the others fill up first and last week. */
  inMonth: boolean;
  events: E[];
}

/** A month's weeks from Monday on, each day with what takes place; and apart what goes on for more than a week. */
export function monthPlan<E extends Span>(month: string, events: E[]): { weeks: MonthDay<E>[][]; long: E[] } {
  const isLong = ({ startDate, endDate }: Span) => daysBetween(dayOf(startDate), dayOf(endDate)) >= LONG;
  const daily = events.filter((event) => !isLong(event));
  const first = `${month}-01`;
  const last = lastDayOf(month);
  const weeks: MonthDay<E>[][] = [];
  for (let monday = addDays(first, -weekdayOf(first)); monday <= last; monday = addDays(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at));
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
