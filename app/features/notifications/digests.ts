import { DAY, HOUR } from "~/lib/time";
import type { MailMode } from "./kinds";

export type DigestMode = Extract<MailMode, "daily" | "weekly">;

/** 1970 began on a Thursday. */
const FIRST_MONDAY = 4 * DAY;

const RHYTHM: Record<DigestMode, { every: number; from: number }> = {
  daily: { every: DAY, from: 0 },
  weekly: { every: 7 * DAY, from: FIRST_MONDAY },
};

/**
 * When digests went out last: what waits since before then is due. All in UTC, so that no day is longer than another.
 * @param at ms
 * @param hour of the day, 0 to 23
 * @returns ms, `at` at the latest
 */
export function latestDigest(mode: DigestMode, at: number, hour: number): number {
  const { every, from } = RHYTHM[mode];
  const first = from + hour * HOUR;
  return first + Math.floor((at - first) / every) * every;
}

/** When digests go out next. @returns ms, after `at` */
export function nextDigest(mode: DigestMode, at: number, hour: number): number {
  return latestDigest(mode, at, hour) + RHYTHM[mode].every;
}
