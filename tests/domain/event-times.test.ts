import { expect, test } from "vitest";
import { monthPlan } from "~/features/events/components/month-calendar";
import { clockText, formatSpan, monthName, shortDate } from "~/features/events/time/format";
import {
  addDays,
  addHours,
  addMonths,
  daysBetween,
  earliestToday,
  parseMonth,
  parseWallClock,
  toLastDay,
  toWeekday,
} from "~/features/events/time/wall-clock";
import { setClock } from "~/lib/time";
import { splitList } from "../support/split-list";

test.each([
  ["2031-05-01", "2031-05-01"],
  ["2031-05-01T17:00", "2031-05-01T17:00"],
  [" 2031-05-01T17:00 ", "2031-05-01T17:00"],
  ["2031-05-01 17:00", "2031-05-01T17:00"],
  ["2031-05-01T17:00:59", "2031-05-01T17:00"],
  ["2031-05-01T17:00:00.000Z", "2031-05-01T17:00"],
  ["2031-05-01T17:00:00+09:00", "2031-05-01T17:00"],
  ["2031-05-01T17:00-0330", "2031-05-01T17:00"],
  ["2028-02-29", "2028-02-29"],
])("%s is read as %s: the venue's clock as it stands", (text, moment) => expect(parseWallClock(text)).toBe(moment));

test.each([
  ...splitList(`
    soon | 2031-5-1 | 01.05.2031 | 2031-02-29 | 2031-13-01 | 2031-00-10 | 2031-04-31T10:00 | 2031-05-01T24:00
    2031-05-01T10:60 | 2031-05-01T10 | 2031-05-01T10:00+9 | 2031-05-01Z | 0031-05-01 | 9999-05-01
    +012031-05-01 | 1746090000000`),
  "",
])("%s is no moment", (text) => expect(parseWallClock(text)).toBeUndefined());

test("today lasts until it is over everywhere", () => {
  setClock(() => Date.parse("2031-05-02T11:59:00Z"));
  expect(earliestToday()).toBe("2031-05-01");
  setClock(() => Date.parse("2031-05-02T12:00:00Z"));
  expect(earliestToday()).toBe("2031-05-02");
});

test("days and months", () => {
  expect([addDays("2028-02-28", 1), addDays("2031-01-01", -1)]).toEqual(["2028-02-29", "2030-12-31"]);
  expect([addHours("2031-12-31T23:15", 2), addHours("2031-05-01", 2), addHours("0002-05-01T10:00", 2)]).toEqual([
    "2032-01-01T01:15",
    "",
    "",
  ]);
  expect([addMonths("2031-12", 1), addMonths("2031-01", -1)]).toEqual(["2032-01", "2030-12"]);
  expect([toLastDay("2028-02"), toLastDay("2031-12")]).toEqual(["2028-02-29", "2031-12-31"]);
  expect(daysBetween("2031-03-01", "2031-04-01")).toBe(31);
  expect([toWeekday("2031-05-01"), toWeekday("2031-05-04"), toWeekday("2031-05-05")]).toEqual([3, 6, 0]);
  expect(parseMonth("2031-05")).toBe("2031-05");
  for (const invalidMonth of ["2031-13", "2031-05-01", "x"])
    expect(parseMonth(invalidMonth), invalidMonth).toBeUndefined();
});

test.each([
  ["2031-05-01T17:00", "2031-05-01T22:30", "1 May 2031", "17:00 to 22:30", "Thursday 1 May 2031, 17:00 to 22:30"],
  ["2031-05-01T17:00", "2031-05-01T17:00", "1 May 2031", "17:00", "Thursday 1 May 2031, 17:00"],
  ["2031-05-01", "2031-05-01", "1 May 2031", "All day", "Thursday 1 May 2031, all day"],
  ["2031-05-01", "2031-05-03", "1–3 May 2031", "", "Thursday 1 May 2031 to Saturday 3 May 2031"],
  [
    "2031-04-30T09:00",
    "2031-05-02T18:00",
    "30 Apr – 2 May 2031",
    "From 09:00",
    "Wednesday 30 April 2031, 09:00, to Friday 2 May 2031, 18:00",
  ],
  ["2031-12-30", "2032-01-02", "30 Dec 2031 – 2 Jan 2032", "", "Tuesday 30 December 2031 to Friday 2 January 2032"],
])("%s to %s as text", (startDate, endDate, plate, clock, full) => {
  const span = { startDate, endDate };
  expect([shortDate(span), clockText(span), formatSpan(span)]).toEqual([plate, clock, full]);
  expect(monthName("2031-05")).toBe("May 2031");
});

test("a month's weeks begin on Monday and hold each day once, with what takes place", () => {
  const evening = { startDate: "2031-05-01T17:00", endDate: "2031-05-02T01:00" };
  const before = { startDate: "2031-04-29", endDate: "2031-05-01" };
  const exhibit = { startDate: "2031-03-01", endDate: "2031-09-30" };
  const { weeks, long } = monthPlan("2031-05", [exhibit, before, evening]);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  const days = weeks.flat();
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(["2031-04-28", "2031-06-01"]);
  expect(days.filter(({ isInMonth }) => isInMonth)).toHaveLength(31);
  expect(days.find(({ day }) => day === "2031-05-01")?.events).toEqual([before, evening]);
  expect(days.find(({ day }) => day === "2031-05-02")?.events).toEqual([evening]);
  expect(days.find(({ day }) => day === "2031-04-30")?.events).toEqual([]);
  expect(long).toEqual([exhibit]);
});
