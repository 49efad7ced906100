import { plural } from "./text";

/** Tests replace it. */
let source = Date.now;

/** ms since 1970. */
export function now(): number {
  return source();
}

/** For a test; without an argument the real clock. */
export function setClock(next: () => number = Date.now): void {
  source = next;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** In UTC, as in the API. */
export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

export const isoOrNull = (time: number | null): string | null => (time === null ? null : toIso(time));

/** `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

export function utcToday(): string {
  return toIso(now()).slice(0, 10);
}

const monthYear = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const dateTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
const longDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** "March 2024". */
export function formatMonth(ms: number): string {
  return monthYear.format(ms);
}

export function formatTime(ms: number): string {
  return `${dateTime.format(ms)} UTC`;
}

/** "8 March 2024". */
export function formatDate(ms: number): string {
  return longDate.format(ms);
}

/** Then a date is easier to read. */
const MAX_RELATIVE_MS = 31 * DAY;

/** "12 ms", "3.4 s", "5 min". */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${ms} ms`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(1)} s`;
  return ms < HOUR ? `${Math.round(ms / MINUTE)} min` : `${Math.round(ms / HOUR)} h`;
}

/** "just now", "5 minutes ago"; after a month the date. A future time, from another clock, is "just now". */
export function formatAgo(ms: number): string {
  const age = now() - ms;
  if (age < MINUTE) return "just now";
  if (age < HOUR) return `${plural(Math.floor(age / MINUTE), "minute")} ago`;
  if (age < DAY) return `${plural(Math.floor(age / HOUR), "hour")} ago`;
  return age < MAX_RELATIVE_MS ? `${plural(Math.floor(age / DAY), "day")} ago` : formatDate(ms);
}
