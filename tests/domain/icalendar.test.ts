import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { type CalendarEntry, escapeText, writeCalendar } from "~/lib/icalendar";

const ENTRY: CalendarEntry = {
  uid: "event-1@paddock.example.com",
  sequence: 3,
  createdAt: Date.UTC(2029, 11, 31, 23, 59, 59, 999),
  modifiedAt: Date.UTC(2030, 0, 2, 3, 4, 5),
  start: "2030-05-01T10:00",
  end: "2030-05-01T18:30",
  summary: "Meet",
  description: "Come.",
  location: "Goodwood",
  category: "Cars & Coffee",
  url: "https://paddock.example.com/events/1",
};

const calendarOf = (...entries: Partial<CalendarEntry>[]) =>
  writeCalendar({
    name: "Paddock; Events, all",
    url: "https://paddock.example.com/events",
    entries: entries.map((entry) => ({ ...ENTRY, ...entry })),
  });

function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent").map((component) => new ICAL.Event(component));
  return { calendar, events, component: events[0]?.component };
}

describe("a calendar read back by another program", () => {
  test("loses nothing", () => {
    const { calendar, events, component } = parse(
      calendarOf({ picture: "https://paddock.example.com/img/a.jpg?w=800" }),
    );
    const value = (name: string) => component?.getFirstPropertyValue(name)?.toString();
    expect(events[0]).toMatchObject({ uid: ENTRY.uid, summary: "Meet", location: "Goodwood", sequence: 3 });
    expect(value("dtstamp")).toBe("2030-01-02T03:04:05Z");
    expect(value("last-modified")).toBe("2030-01-02T03:04:05Z");
    expect(value("created")).toBe("2029-12-31T23:59:59Z");
    expect(value("url")).toBe(ENTRY.url);
    expect(value("image")).toBe("https://paddock.example.com/img/a.jpg?w=800");
    expect(component?.getFirstProperty("categories")?.getValues()).toEqual(["Cars & Coffee"]);
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    // Not decoded by the parser.
    expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Paddock\\; Events\\, all");
  });

  test("times without a zone are the venue's own: floating; what ends as it starts has no end", () => {
    const { events, component } = parse(calendarOf({}));
    const expected = ["2030-05-01T10:00:00", "2030-05-01T18:30:00"];
    expect([events[0]?.startDate.toString(), events[0]?.endDate.toString()]).toEqual(expected);
    expect(events[0]?.startDate.zone).toBe(ICAL.Timezone.localTimezone);
    expect(component?.getFirstProperty("dtstart")?.getParameter("tzid")).toBeUndefined();
    const { component: short } = parse(calendarOf({ end: ENTRY.start }));
    expect(short?.hasProperty("dtend")).toBe(false);
  });

  test.each([
    ["2030-05-01", "2030-05-01", "2030-05-02"],
    ["2030-02-27", "2030-02-28", "2030-03-01"],
    ["2028-02-28", "2028-02-28", "2028-02-29"],
    ["2030-12-30", "2030-12-31", "2031-01-01"],
    // Clocks change then; dates do not.
    ["2030-03-31", "2030-03-31", "2030-04-01"],
  ])("whole days %s to %s end on the day after, %s", (start, end, after) => {
    const { events } = parse(calendarOf({ start, end }));
    expect(events[0]?.startDate.isDate).toBe(true);
    expect([events[0]?.startDate.toString(), events[0]?.endDate.toString()]).toEqual([start, after]);
  });

  test.each([
    ["marks", 'Back\\slash; semi, comma: "quotes" \\n \\\\ \\;'],
    ["lines", "One\nTwo\n\n  Three"],
    ["a long line of wide letters", "Straßenkreuzer 🏎️ 日本語の長い説明 ".repeat(40).trim()],
    ["what looks like another property", "Fine\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:Evil"],
    ["nothing", ""],
  ])("%s come back as they went in", (_, text) => {
    const { events, component } = parse(
      calendarOf({ summary: text, description: text, location: text, category: text }),
    );
    expect(events).toHaveLength(1);
    expect([events[0]?.summary, events[0]?.description, events[0]?.location]).toEqual([text, text, text]);
    expect(component?.getFirstProperty("categories")?.getValues()).toEqual([text]);
  });

  test("a cancelled event's summary says so too", () => {
    const { events, component } = parse(calendarOf({ cancelled: true, summary: "Meet" }));
    expect([events[0]?.summary, component?.getFirstPropertyValue("status")]).toEqual(["Cancelled: Meet", "CANCELLED"]);
  });

  test("several events are separate and in order; an empty calendar is valid", () => {
    expect(parse(calendarOf({ uid: "a" }, { uid: "b" })).events.map(({ uid }) => uid)).toEqual(["a", "b"]);
    const { calendar, events } = parse(calendarOf());
    expect(events).toEqual([]);
    expect(calendar.getAllSubcomponents()).toHaveLength(1);
  });
});

describe("lines (RFC 5545, 3.1)", () => {
  test("none is longer than 75 octets, all end in CRLF, and no letter is cut", () => {
    const text = calendarOf({ description: "é🏁x".repeat(200), summary: "y".repeat(300) });
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of text.split("\r\n")) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain("\ufffd");
    }
  });

  test("controls are left out, tabs stay, line ends of all systems are one; an address cannot break out of its line", () => {
    expect(escapeText("a\u0000\u0007\tb\r\nc\rd\u007f")).toBe("a\tb\\nc\\nd");
    expect(calendarOf({ url: "https://paddock.example.com/a\r\nX-EVIL:1" })).not.toContain("\r\nX-EVIL");
  });
});
