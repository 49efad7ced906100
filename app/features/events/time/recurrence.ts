import * as library from "rrule";
import { dateText, REPEAT_LIMITS, type Repeat, repeatWeekday } from "./repeat";

// Node has the names of this CommonJS package in `default` only.
const { RRule } = "RRule" in library ? library : (library as { default: typeof library }).default;

const toDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** Two years after the start. */
function lastDayFrom(start: string): string {
  const date = toDate(start);
  date.setUTCFullYear(date.getUTCFullYear() + REPEAT_LIMITS.years);
  return date.toISOString().slice(0, 10);
}

/** Days, because wall-clock times have no zone. A yearly 29 February is in leap years only. */
function listDays(start: string, repeat: Repeat, until: string, limit: number): string[] {
  const { every, weeks = 1, week = 1, weekday = repeatWeekday(start) } = repeat;
  const name = [RRule.SU, RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA][weekday] ?? RRule.SU;
  const rule = {
    week: { freq: RRule.WEEKLY, interval: weeks, byweekday: name },
    month: { freq: RRule.MONTHLY, byweekday: name.nth(week === "last" ? -1 : week) },
    year: { freq: RRule.YEARLY },
  }[every];
  const dates = new RRule({ ...rule, dtstart: toDate(start), until: toDate(until) });
  return dates.all((_, index) => index < limit).map((date) => date.toISOString().slice(0, 10));
}

/**
 * At most 52, none more than two years after the start.
 * @param start `YYYY-MM-DD`
 */
export function listRepeatDays(start: string, repeat: Repeat): string[] {
  const [latest, limit] = [lastDayFrom(start), Math.min(repeat.count ?? REPEAT_LIMITS.dates, REPEAT_LIMITS.dates)];
  return listDays(start, repeat, repeat.until === undefined || repeat.until > latest ? latest : repeat.until, limit);
}

/** With the field: `startDate`, or one of `repeat`. */
export function findRepeatProblem(start: string, repeat: Repeat): [field: string, message: string] | undefined {
  const { until, count } = repeat;
  const latest = lastDayFrom(start);
  const days = listDays(start, repeat, latest, REPEAT_LIMITS.dates + 1);
  const [first, second] = days;
  if (first !== undefined && first !== start)
    return ["startDate", `The start must be on one of the dates: the first is ${dateText(first)}.`];
  if (second === undefined) return ["every", "There is no second date within two years."];
  if (count !== undefined && count > days.length)
    return ["count", `Dates can go two years ahead: ${days.length} times at most.`];
  if (until === undefined) return undefined;
  if (until < second) return ["until", `The second date is ${dateText(second)}: choose this day or a later one.`];
  if (until > latest) return ["until", `Dates can go two years ahead: until ${dateText(latest)} at the latest.`];
  const beyond = days[REPEAT_LIMITS.dates];
  if (beyond === undefined || beyond > until) return undefined;
  return ["until", `An event can have ${REPEAT_LIMITS.dates} dates: choose a day before ${dateText(beyond)}.`];
}
