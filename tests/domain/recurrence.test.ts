import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { calendarZone } from "~/features/events/calendar.server";
import { findRepeatProblem, listRepeatDays } from "~/features/events/time/recurrence";
import { type Repeat, repeatText } from "~/features/events/time/repeat";
import { addDays } from "~/features/events/time/wall-clock";

const ZONES = ["Europe/London", "America/New_York", "Australia/Sydney", "America/Santiago", "Africa/Casablanca"];
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Mulberry32. */
function randomNumbers(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % limit;
  };
}

function generateRepeat(random: (limit: number) => number): { start: string; repeat: Repeat } {
  const day = addDays("2026-01-01", random(3_000));
  const end = random(2) === 0 ? { count: 2 + random(20) } : { until: addDays(day, 60 + random(600)) };
  const repeat: Repeat = {
    every: (["week", "month", "year"] as const)[random(3)]!,
    weeks: 1 + random(5),
    week: ([1, 2, 3, 4, "last"] as const)[random(5)]!,
    weekday: random(7),
    ...end,
  };
  const [start = day] = listRepeatDays(day, { ...repeat, until: undefined, count: 2 });
  return { start, repeat };
}

function toRule({ every, weeks, week, weekday, count }: Repeat): string {
  const name = WEEKDAYS[weekday!];
  const byDay = every === "month" ? `;BYDAY=${week === "last" ? -1 : week}${name}` : `;BYDAY=${name}`;
  const bounds = count === undefined ? "" : `;COUNT=${count}`;
  if (every === "year") return `FREQ=YEARLY${bounds}`;
  return `FREQ=${every === "week" ? `WEEKLY;INTERVAL=${weeks}` : "MONTHLY"}${byDay}${bounds}`;
}

/** Wall-clock starts, as a calendar program expands them. */
function expand(start: string, clock: string, rule: string, zone: string): string[] {
  const { id, definition } = calendarZone(zone)!;
  const lines = ["BEGIN:VCALENDAR", ...definition, "BEGIN:VEVENT"];
  const when = `${start}T${clock}`.replace(/[-:]/g, "");
  lines.push(`DTSTART;TZID=${id}:${when}00`, `RRULE:${rule}`, "END:VEVENT", "END:VCALENDAR");
  const calendar = new ICAL.Component(ICAL.parse(lines.join("\r\n")));
  const event = new ICAL.Event(calendar.getFirstSubcomponent("vevent")!);
  const iterator = event.iterator();
  const starts: string[] = [];
  for (let next = iterator.next(); next && starts.length < 60; next = iterator.next()) {
    const text = next.toString().slice(0, 16);
    if (text.slice(0, 10) > addDays(start, 731)) break;
    starts.push(text);
  }
  return starts;
}

const latestDay = (start: string) => `${Number(start.slice(0, 4)) + 2}${start.slice(4)}`;

test("500 rules have the dates and times that a calendar program has, in five zones", () => {
  const random = randomNumbers(2027);
  for (let index = 0; index < 500; index += 1) {
    const { start, repeat } = generateRepeat(random);
    // Across the hours that clocks skip or repeat.
    const clock = `0${random(5)}:30`;
    const zone = ZONES[index % ZONES.length]!;
    const last = repeat.until ?? latestDay(start);
    const expected = expand(start, clock, toRule(repeat), zone).filter((at) => at.slice(0, 10) <= last);
    const days = listRepeatDays(start, repeat).map((day) => `${day}T${clock}`);
    expect(days, `${start} ${zone} ${JSON.stringify(repeat)}`).toEqual(expected.slice(0, 52));
  }
});

describe("a rule is refused", () => {
  test.each<[start: string, repeat: Repeat, refusal: [string, string]]>([
    [
      "2027-06-01",
      { every: "month", week: 1, weekday: 0, count: 3 },
      ["startDate", "The start must be on one of the dates: the first is 6 June 2027."],
    ],
    [
      "2027-06-01",
      { every: "week", weekday: 0, count: 3 },
      ["startDate", "The start must be on one of the dates: the first is 6 June 2027."],
    ],
    ["2028-02-29", { every: "year", count: 2 }, ["every", "There is no second date within two years."]],
    ["2027-06-06", { every: "month", count: 30 }, ["count", "Dates can go two years ahead: 25 times at most."]],
    [
      "2027-06-06",
      { every: "month", week: 1, until: "2027-06-30" },
      ["until", "The second date is 4 July 2027: choose this day or a later one."],
    ],
    [
      "2027-06-06",
      { every: "week", until: "2029-06-07" },
      ["until", "Dates can go two years ahead: until 6 June 2029 at the latest."],
    ],
    [
      "2027-06-06",
      { every: "week", until: "2029-01-01" },
      ["until", "An event can have 52 dates: choose a day before 4 June 2028."],
    ],
  ])("%s %j", (start, repeat, refusal) => {
    expect(findRepeatProblem(start, repeat)).toEqual(refusal);
  });

  test("but not if all its dates are there", () => {
    expect(findRepeatProblem("2027-06-06", { every: "month", week: 1, count: 25 })).toBeUndefined();
    expect(findRepeatProblem("2027-06-06", { every: "week", until: "2028-06-03" })).toBeUndefined();
    expect(findRepeatProblem("2027-06-06", { every: "year", count: 3 })).toBeUndefined();
  });
});

test("a rule in words", () => {
  expect(repeatText({ every: "week", weeks: 2, count: 12 }, "2027-06-06")).toBe("Every 2 weeks on Sunday, 12 times");
  expect(repeatText({ every: "month", week: "last", until: "2028-05-01" }, "2027-06-27")).toBe(
    "The last Sunday of the month, until 1 May 2028",
  );
  expect(repeatText({ every: "year", count: 2 }, "2027-06-06")).toBe("Every year on 6 June, 2 times");
});
