import { isNotNull } from "drizzle-orm";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { events } from "~/db/schema";
import { places } from "~/db/world/schema";
import { world } from "~/db/world/world.server";
import { calendarZone, eventCalendar, eventsCalendar } from "~/features/events/calendar.server";
import { placeEvent } from "~/features/events/place.server";
import { eventSearch } from "~/features/events/schema.server";
import { placeLocation } from "~/features/places/placement.server";
import { writeCalendar } from "~/lib/icalendar";
import { now, toIso } from "~/lib/time";
import { passTime } from "../support/clock";
import { makeEvent } from "../support/events";
import { makeAdmin, makeUser, viewerOf } from "../support/make-rows";
import { findTown } from "../support/map-items";
import { findRow } from "../support/rows";

const ORIGIN = "https://paddock.example.com";

const eventAt = (location: string, overrides: Parameters<typeof makeEvent>[1] = {}) =>
  makeEvent(null, { title: location, location, ...placeLocation(location), ...overrides });

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const entries = calendar.getAllSubcomponents("vevent").map((component) => {
    const { summary, startDate, endDate } = new ICAL.Event(component);
    return { summary, startDate, endDate, zone: component.getFirstProperty("dtstart")?.getParameter("tzid") };
  });
  const zones = calendar.getAllSubcomponents("vtimezone").map((zone) => zone.getFirstPropertyValue("tzid"));
  return { text, calendar, entries, zones };
}

const utc = (time: ICAL.Time) => toIso(time.toJSDate().getTime()).slice(0, 16);

const whole = () => read(writeCalendar(eventsCalendar(eventSearch.parse({}), ORIGIN)));

describe("an event's times in a calendar", () => {
  test.each([
    ["Berlin, Germany", "Europe/Berlin", "2031-05-01T15:00", "2031-05-01T20:30"],
    ["Birmingham, UK", "Europe/London", "2031-05-01T16:00", "2031-05-01T21:30"],
    ["Los Angeles, CA", "America/Los_Angeles", "2031-05-02T00:00", "2031-05-02T05:30"],
    ["Auckland, New Zealand", "Pacific/Auckland", "2031-05-01T05:00", "2031-05-01T10:30"],
    ["Kathmandu, Nepal", "Asia/Kathmandu", "2031-05-01T11:15", "2031-05-01T16:45"],
    // An alias, under its canonical name.
    ["Oslo, Norway", "Europe/Berlin", "2031-05-01T15:00", "2031-05-01T20:30"],
  ])("%s: of %s, with its definition", (location, zone, start, end) => {
    const { entries, zones, text } = read(writeCalendar(eventCalendar(eventAt(location).id, ORIGIN)));
    expect(zones).toEqual([zone]);
    expect(text).toContain(`\r\nDTSTART;TZID=${zone}:20310501T170000\r\nDTEND;TZID=${zone}:20310501T223000\r\n`);
    expect(entries.map(({ startDate, endDate }) => [utc(startDate), utc(endDate)])).toEqual([[start, end]]);
    expect(text).not.toContain("X-WR-TIMEZONE");
  });

  test.each([["Bavaria, Germany"], ["France"], ["Nowhere at all"]])(
    "%s: floating time without a time zone",
    (location) => {
      const { entries, zones, text } = read(writeCalendar(eventCalendar(eventAt(location).id, ORIGIN)));
      expect([zones, entries[0]?.zone, text.includes("\r\nDTSTART:20310501T170000\r\n")]).toEqual([
        [],
        undefined,
        true,
      ]);
    },
  );

  test("whole days need no zone", () => {
    const { id } = eventAt("Berlin, Germany", { startDate: "2031-05-01", endDate: "2031-05-02" });
    const { zones, text } = read(writeCalendar(eventCalendar(id, ORIGIN)));
    expect([zones, text.includes("\r\nDTSTART;VALUE=DATE:20310501\r\n")]).toEqual([[], true]);
  });

  test("a zone is defined once a calendar, however many events refer to it, and before them", () => {
    for (const place of ["Berlin, Germany", "Munich, Germany", "Oslo, Norway", "Birmingham, UK", "France"])
      eventAt(place);
    eventAt("Reims, France", { startDate: "2031-05-01", endDate: "2031-05-01" });
    const { entries, zones, text } = whole();
    expect([...zones].sort()).toEqual(["Europe/Berlin", "Europe/London"]);
    expect(text.lastIndexOf("END:VTIMEZONE")).toBeLessThan(text.indexOf("BEGIN:VEVENT"));
    expect(Object.fromEntries(entries.map(({ summary, zone }) => [summary, zone]))).toEqual({
      ...{ "Berlin, Germany": "Europe/Berlin", "Munich, Germany": "Europe/Berlin", "Oslo, Norway": "Europe/Berlin" },
      ...{ "Birmingham, UK": "Europe/London", France: undefined, "Reims, France": undefined },
    });
    expect(whole().text).toBe(text);
  });

  test("every zone of the gazetteer has a definition by its name", () => {
    const rows = world().selectDistinct({ name: places.timeZone }).from(places).where(isNotNull(places.timeZone)).all();
    expect(rows.length).toBeGreaterThan(300);
    const wrong = rows.filter(({ name }) => {
      const zone = calendarZone(name!);
      return !zone?.definition.includes(`TZID:${zone.id}`) || zone.definition.at(-1) !== "END:VTIMEZONE";
    });
    expect(wrong).toEqual([]);
    expect(calendarZone("Mars/Olympus_Mons")).toBeUndefined();
  });
});

test("another place in another zone is news to calendars, one in the same zone, or of whole days, is none", () => {
  const owner = makeUser();
  const { id, sequence, updatedAt } = makeEvent(owner, placeLocation("Berlin, Germany"));
  const oneDay = { startDate: "2031-05-01", endDate: "2031-05-01" };
  const days = makeEvent(owner, { ...placeLocation("Berlin, Germany"), ...oneDay });
  passTime(60_000);
  const summarize = () => [findRow(events, id)?.sequence, findRow(events, id)?.updatedAt];
  placeEvent(viewerOf(owner), id, findTown("Munich, Germany").id);
  expect(summarize()).toEqual([sequence, updatedAt]);
  placeEvent(viewerOf(makeAdmin()), id, findTown("Birmingham, United Kingdom").id);
  expect(summarize()).toEqual([sequence + 1, now()]);
  placeEvent(viewerOf(owner), id, null);
  expect(summarize()[0]).toBe(sequence + 2);
  placeEvent(viewerOf(owner), days.id, findTown("Birmingham, United Kingdom").id);
  expect(findRow(events, days.id)?.sequence).toBe(days.sequence);
});
