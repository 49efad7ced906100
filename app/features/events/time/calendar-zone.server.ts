import { tzlib_get_ical_block, tzlib_get_timezones } from "timezones-ical-library";
import type { CalendarZone } from "~/lib/icalendar";

/** Aliases too. Asked for any other name the library complains on the console. */
const names = new Set(tzlib_get_timezones());
const made = new Map<string, CalendarZone>();

/**
 * A time zone as calendars read it, by the rules of today. An alias has the name of the zone that it stands for.
 * @param name of IANA
 * @returns undefined for a name that the library does not know
 */
export function calendarZone(name: string): CalendarZone | undefined {
  const known = made.get(name);
  if (known || !names.has(name)) return known;
  // The definition, and the parameter of the times that refer to it.
  const [definition = "", parameter = ""] = tzlib_get_ical_block(name);
  const zone = { id: parameter.replace("TZID=", ""), definition: definition.trim().split("\r\n") };
  made.set(name, zone);
  return zone;
}
