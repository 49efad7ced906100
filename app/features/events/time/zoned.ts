import { DAY } from "~/lib/time";
import { isAllDay } from "./wall-clock";

/** Making one takes longer than using it; there are some four hundred zones. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
    hourCycle: "h23",
  });
  clocks.set(zone, clock);
  return clock;
}

/** The zone itself, where this machine knows it; else UTC, as for a place of which no zone is known. */
function knownZone(zone: string | undefined): string {
  if (zone === undefined) return "UTC";
  try {
    clockIn(zone);
    return zone;
  } catch (error) {
    if (error instanceof RangeError) return "UTC";
    throw error;
  }
}

/** How far the zone's clocks are ahead of UTC at a moment, ms. */
function offsetAt(zone: string, moment: number): number {
  const parts = Object.fromEntries(
    clockIn(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

/**
 * When a clock at the venue shows this, ms since 1970. A time that the clocks skip is the one that follows the gap, of
 * one that they show twice the first is meant.
 * @param moment `YYYY-MM-DDTHH:MM`; a day alone stands for its first minute
 * @param zone IANA name; UTC where it is undefined or not known
 */
export function instantOf(moment: string, zone: string | undefined): number {
  const known = knownZone(zone);
  const asUtc = Date.parse(`${isAllDay(moment) ? `${moment}T00:00` : moment}:00Z`);
  // By the offsets of a day earlier and later: whatever the clocks are set to in between, it is one of these.
  const [first, second] = [asUtc - offsetAt(known, asUtc - DAY), asUtc - offsetAt(known, asUtc + DAY)];
  const shows = (at: number) => at + offsetAt(known, at) === asUtc;
  return !shows(first) && shows(second) ? second : first;
}
