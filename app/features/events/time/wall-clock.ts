import { DAY, HOUR, isDay, now } from "~/lib/time";

/**
 * Event times are wall-clock times at the venue, as text (events README, Times): `YYYY-MM-DDTHH:MM`, or `YYYY-MM-DD`
 * for a whole day. The text sorts by time, a whole day before its hours.
 */

/** Both with a time or both without. */
export interface Span {
  startDate: string;
  endDate: string;
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i;
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

/**
 * A date, or a date and time. Seconds are dropped. `Z` or an offset is ignored: the local time is the venue's.
 * @returns undefined if invalid
 */
export function parseWallClock(text: string): string | undefined {
  const parts = DATE_TIME.exec(text.trim());
  if (!parts) return undefined;
  const [, year = "", month = "", day = "", hour, minute] = parts;
  const date = `${year}-${month}-${day}`;
  if (!isDay(date) || Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return undefined;
  if (hour === undefined || minute === undefined) return date;
  return Number(hour) < 24 && Number(minute) < 60 ? `${date}T${hour}:${minute}` : undefined;
}

export const isAllDay = (moment: string) => moment.length === 10;
export const toDay = (moment: string) => moment.slice(0, 10);
/** `HH:MM`; "" for a whole day. */
export const toClock = (moment: string) => moment.slice(11);

/** @returns "" if `moment` is no date and time */
export function addHours(moment: string, hours: number): string {
  const start = parseWallClock(moment);
  if (start === undefined || isAllDay(start)) return "";
  return new Date(Date.parse(`${start}Z`) + hours * HOUR).toISOString().slice(0, 16);
}

/** Earlier if `days` is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Since 1970, as in the map's tables. */
export function dayNumber(day: string): number {
  return daysBetween("1970-01-01", day);
}

/** Whole days. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

/** The stored form: a day next to a time becomes its first or last minute. */
export function evenSpan({ startDate, endDate }: Span): Span {
  if (isAllDay(startDate) === isAllDay(endDate)) return { startDate, endDate };
  return {
    startDate: isAllDay(startDate) ? `${startDate}T00:00` : startDate,
    endDate: isAllDay(endDate) ? `${endDate}T23:59` : endDate,
  };
}

/**
 * The first day not yet over everywhere on Earth: the venue's time zone is unknown, so a day lasts until its end in the
 * westernmost zone (UTC-12).
 */
export function earliestToday(): string {
  return new Date(now() - 12 * HOUR).toISOString().slice(0, 10);
}

/** The last day has ended everywhere on Earth. */
export function isOver({ endDate }: Span): boolean {
  return endDate < earliestToday();
}

/** `YYYY-MM`; undefined if invalid. */
export function parseMonth(text: string): string | undefined {
  return /^\d{4}-\d\d$/.test(text) && parseWallClock(`${text}-01`) ? text : undefined;
}

export function addMonths(month: string, months: number): string {
  const [year = 0, at = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, at - 1 + months, 1)).toISOString().slice(0, 7);
}

export function toLastDay(month: string): string {
  return addDays(`${addMonths(month, 1)}-01`, -1);
}

/** 0 for Monday to 6 for Sunday. */
export function toWeekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Creating a formatter is slow; there are some four hundred zones. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** UTC's, if this machine does not know the zone. */
function clockIn(zone: string): Intl.DateTimeFormat {
  const cachedClock = clocks.get(zone);
  if (cachedClock) return cachedClock;
  try {
    const clock = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
      hourCycle: "h23",
    });
    clocks.set(zone, clock);
    return clock;
  } catch (error) {
    if (error instanceof RangeError) return clockIn("UTC");
    throw error;
  }
}

/** Ahead of UTC, ms. */
function offsetAt(clock: Intl.DateTimeFormat, moment: number): number {
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/**
 * ms since 1970. A time skipped by the clocks means the one after the gap; a repeated time means the first.
 * @param moment `YYYY-MM-DDTHH:MM`; a day means its first minute
 * @param zone IANA name; UTC if undefined or unknown
 */
export function toInstant(moment: string, zone = "UTC"): number {
  const clock = clockIn(zone);
  const asUtc = Date.parse(`${isAllDay(moment) ? `${moment}T00:00` : moment}:00Z`);
  // One of these offsets, a day earlier and later, is right across any clock change.
  const [first, second] = [asUtc - offsetAt(clock, asUtc - DAY), asUtc - offsetAt(clock, asUtc + DAY)];
  const shows = (at: number) => at + offsetAt(clock, at) === asUtc;
  return !shows(first) && shows(second) ? second : first;
}
