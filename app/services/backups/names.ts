import { isDay, SECOND, toIso } from "~/lib/time";

const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/;

/**
 * The name of a backup: the moment of its snapshot, UTC, as file systems and object stores take it.
 * @param time ms since 1970
 */
export function backupName(time: number): string {
  return toIso(time).replace(/[:.]/g, "-");
}

/** The moment in a backup's name, ms since 1970; null for other names. */
export function backupTime(name: string): number | null {
  const [, hours, minutes, seconds, ms] = NAME.exec(name) ?? [];
  const time = Date.parse(`${hours}:${minutes}:${seconds}.${ms}Z`);
  return Number.isNaN(time) ? null : time;
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d)[:-](\d\d)(?:[:-](\d\d)(?:[.,-](\d{1,3}))?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Reads a moment as people write it: `2026-11-22` (its end), `2026-11-22T10:00`, `2026-11-22T10:00:05` (that second to
 * its end), `2026-11-22T10:00:05.123+01:00`, or a backup's name. Without a zone it is UTC.
 * @returns ms since 1970; null for anything else
 */
export function parseMoment(text: string): number | null {
  const [, day = "", hours, minutes, seconds, fraction, zone = "Z"] = MOMENT.exec(text.trim()) ?? [];
  if (!isDay(day)) return null;
  if (hours === undefined) return Date.parse(`${day}T23:59:59.999Z`);
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const time = Date.parse(`${day}T${hours}:${minutes}:${seconds ?? "00"}.${(fraction ?? "0").padEnd(3, "0")}${offset}`);
  if (Number.isNaN(time)) return null;
  return seconds !== undefined && fraction === undefined ? time + SECOND - 1 : time;
}
