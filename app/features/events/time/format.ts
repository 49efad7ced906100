import { isAllDay, type Span, toClock, toDay, toWeekday } from "./wall-clock";

/** No `Intl`, so that server and browser render the same text (hydration). */

const MONTHS = "January, February, March, April, May, June, July, August, September, October, November, December".split(
  ", ",
);

export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function partsOf(day: string) {
  const [year = 0, month = 1, date = 1] = toDay(day).split("-").map(Number);
  return { year, month: MONTHS[month - 1] ?? "", date, weekday: WEEKDAYS[toWeekday(toDay(day))] ?? "" };
}

/** "May 2026", from `2026-05`. */
export function monthName(month: string): string {
  const { month: name, year } = partsOf(`${month}-01`);
  return `${name} ${year}`;
}

export function longDay(moment: string): string {
  const { weekday, date, month, year } = partsOf(moment);
  return `${weekday} ${date} ${month} ${year}`;
}

const short = (month: string) => month.slice(0, 3);

/** "1 May 2026", "1–3 May 2026", "30 Apr – 2 May 2026", "30 Dec 2026 – 2 Jan 2027". */
export function shortDate({ startDate, endDate }: Span): string {
  const [from, to] = [partsOf(startDate), partsOf(endDate)];
  const end = `${to.date} ${short(to.month)} ${to.year}`;
  if (toDay(startDate) === toDay(endDate)) return end;
  if (from.year !== to.year) return `${from.date} ${short(from.month)} ${from.year} – ${end}`;
  if (from.month !== to.month) return `${from.date} ${short(from.month)} – ${end}`;
  return `${from.date}–${end}`;
}

/** "May" and 1. */
export function blockDate(moment: string) {
  const { month, date } = partsOf(moment);
  return { month: short(month), day: date };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** "1–3 May 2026", "from 1 May 2026", "until 3 May 2026"; ignores invalid days. */
export function daysText(from: string, to: string): string {
  const day = (text: string) => shortDate({ startDate: text, endDate: text });
  if (DAY.test(from) && DAY.test(to)) return shortDate({ startDate: from, endDate: to });
  if (DAY.test(from)) return `from ${day(from)}`;
  return DAY.test(to) ? `until ${day(to)}` : "";
}

/** "10:00 to 18:00", "From 10:00", "All day"; "" for several whole days. */
export function clockText({ startDate, endDate }: Span): string {
  const oneDay = toDay(startDate) === toDay(endDate);
  if (isAllDay(startDate)) return oneDay ? "All day" : "";
  if (!oneDay) return `From ${toClock(startDate)}`;
  return startDate === endDate ? toClock(startDate) : `${toClock(startDate)} to ${toClock(endDate)}`;
}

/** "Friday 1 May 2026, 10:00 to 18:00", "Friday 1 May 2026, 10:00, to Sunday 3 May 2026, 16:00". */
export function formatSpan(span: Span): string {
  const { startDate, endDate } = span;
  if (toDay(startDate) === toDay(endDate)) {
    return `${longDay(startDate)}, ${isAllDay(startDate) ? "all day" : clockText(span)}`;
  }
  if (isAllDay(startDate)) return `${longDay(startDate)} to ${longDay(endDate)}`;
  return `${longDay(startDate)}, ${toClock(startDate)}, to ${longDay(endDate)}, ${toClock(endDate)}`;
}

/** "Cancelled: The field is under water."; "" if the event takes place. */
export function cancellationText(event: { cancelled: boolean; cancelReason: string | null }): string {
  if (!event.cancelled) return "";
  return event.cancelReason === null ? "Cancelled." : `Cancelled: ${event.cancelReason}`;
}
