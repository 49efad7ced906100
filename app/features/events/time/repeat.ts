import { longDay, WEEKDAYS } from "./format";

/** How an event repeats: weekly, on a weekday of the month, or yearly on its date. */
export interface Repeat {
  every: "week" | "month" | "year";
  weeks?: number | undefined;
  week?: RepeatWeek | undefined;
  /** 0 for Sunday to 6; missing for that of the start. */
  weekday?: number | undefined;
  /** The last day, or the number of dates. */
  until?: string | undefined;
  count?: number | undefined;
}

export type RepeatWeek = 1 | 2 | 3 | 4 | "last";

/** `years` after the start. */
export const REPEAT_LIMITS = { dates: 52, years: 2, weeks: 52 } as const;

export const REPEAT_WEEKS = { 1: "First", 2: "Second", 3: "Third", 4: "Fourth", last: "Last" } as const;

/** 0 for Sunday, as in JSON. */
export const repeatWeekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** "Every 2 weeks on Sunday, until 1 May 2028", "The first Sunday of the month, 12 times". */
export function repeatText(repeat: Repeat, startDay: string): string {
  const { every, weeks = 1, week = 1, weekday = repeatWeekday(startDay), until, count } = repeat;
  const name = WEEKDAYS[(weekday + 6) % 7];
  const rule = {
    week: `Every ${weeks === 1 ? "week" : `${weeks} weeks`} on ${name}`,
    month: `The ${REPEAT_WEEKS[week].toLowerCase()} ${name} of the month`,
    year: `Every year on ${dayOfYear(startDay)}`,
  };
  return `${rule[every]}, ${until === undefined ? `${count} times` : `until ${dateText(until)}`}`;
}

/** "1 May 2028". */
export const dateText = (day: string) => longDay(day).replace(/^\w+ /, "");

const dayOfYear = (day: string) => dateText(day).replace(/ \d+$/, "");
