import { DAY, toIso } from "./time";

export interface CalendarZone {
  id: string;
  /** VTIMEZONE lines. */
  definition: readonly string[];
}

/**
 * RFC 5545. Moments are wall-clock times: `YYYY-MM-DDTHH:MM`, or `YYYY-MM-DD` for whole days. Written in the place's
 * zone (3.3.5, form 3), floating if it is unknown (form 1), or as dates.
 */
export interface CalendarEntry {
  /** Permanent and unique (3.8.4.7). */
  uid: string;
  /** Raised with every published change. */
  sequence: number;
  createdAt: number;
  modifiedAt: number;
  start: string;
  /** For whole days the last day itself; the format's day after is computed. */
  end: string;
  zone?: CalendarZone | undefined;
  summary: string;
  description: string;
  location: string;
  category: string;
  url: string;
  picture?: string;
  cancelled?: boolean;
}

export interface Calendar {
  name: string;
  url: string;
  entries: CalendarEntry[];
}

/** For subscribers. */
const REFRESH = "PT6H";

export function writeCalendar({ name, url, entries }: Calendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Paddock//Events//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `URL:${uri(url)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...(entries.length > 0 ? [...zoneLines(entries), ...entries.flatMap(entryLines)] : NO_ENTRY),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** A calendar needs at least one component (3.6). */
const NO_ENTRY = [
  "BEGIN:VTIMEZONE",
  "TZID:UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/** Each once (3.6.5). */
function zoneLines(entries: readonly CalendarEntry[]): string[] {
  const zones = entries.flatMap((entry) => (isWholeDay(entry) || !entry.zone ? [] : [entry.zone]));
  return [...new Map(zones.map(({ id, definition }) => [id, definition])).values()].flat();
}

function entryLines(entry: CalendarEntry): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(entry.uid)}`,
    // The last change, not now, so that equal calendars have equal bytes.
    `DTSTAMP:${instant(entry.modifiedAt)}`,
    `CREATED:${instant(entry.createdAt)}`,
    `LAST-MODIFIED:${instant(entry.modifiedAt)}`,
    `SEQUENCE:${entry.sequence}`,
    ...timeLines(entry),
    // Outlook shows STATUS:CANCELLED like any other event.
    `SUMMARY:${escapeText(entry.cancelled ? `Cancelled: ${entry.summary}` : entry.summary)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `LOCATION:${escapeText(entry.location)}`,
    `CATEGORIES:${escapeText(entry.category)}`,
    `URL:${uri(entry.url)}`,
    ...(entry.picture === undefined ? [] : [`IMAGE;VALUE=URI:${uri(entry.picture)}`]),
    `STATUS:${entry.cancelled ? "CANCELLED" : "CONFIRMED"}`,
    // A listed event does not make its subscriber busy.
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

const isWholeDay = ({ start }: CalendarEntry) => start.length === 10;

function timeLines(entry: CalendarEntry): string[] {
  const { start, end, zone } = entry;
  if (isWholeDay(entry)) {
    return [`DTSTART;VALUE=DATE:${digits(start)}`, `DTEND;VALUE=DATE:${digits(dayAfter(end.slice(0, 10)))}`];
  }
  const at = (moment: string) => `${zone ? `;TZID=${zone.id}` : ""}:${digits(moment)}00`;
  // An end must be later than the start (3.8.2.2).
  return [`DTSTART${at(start)}`, ...(end > start ? [`DTEND${at(end)}`] : [])];
}

/** `20300501`, `20300501T1000`. */
function digits(moment: string): string {
  return moment.replace(/[-:]/g, "");
}

function dayAfter(day: string): string {
  return toIso(Date.parse(day) + DAY).slice(0, 10);
}

/** UTC: `20300501T080000Z`. */
function instant(ms: number): string {
  return `${digits(toIso(ms).slice(0, 19))}Z`;
}

/** Line ends become `\n` (3.3.11), other control characters are removed. */
export function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is left out here
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
      .replace(/[\\;,]/g, "\\$&")
      .replaceAll("\n", "\\n")
  );
}

/** No address can break a line. */
function uri(address: string): string {
  return new URL(address).href;
}

const MAX_OCTETS = 75;

/** At 75 octets without splitting a character (3.1). */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > MAX_OCTETS) {
      parts.push(part);
      part = "";
      octets = 1;
    }
    part += letter;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}
