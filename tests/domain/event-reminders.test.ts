import { and, asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db } from "~/db/client.server";
import { eventAttendances, events, notifications } from "~/db/schema";
import { cancelEvent } from "~/features/events/cancel.server";
import { remindGoers } from "~/features/events/reminders.server";
import { instantOf } from "~/features/events/time/zoned";
import { placeLocation } from "~/features/places/location-columns.server";
import { MINUTE, setClock, toIso } from "~/lib/time";
import { findTimeZone, geocode } from "~/services/geocoder/geocoder.server";
import { makeEvent } from "../support/events";
import { makeUser, viewerOf } from "../support/people";
import { planOf, statementsDuring } from "../support/query-plans";

const at = (time: string) => {
  const moment = Date.parse(`${time}Z`);
  setClock(() => moment);
};
const row = (id: number) => db().select().from(events).where(eq(events.id, id)).get()!;
const told = (id: number) =>
  db()
    .select({ who: notifications.userId, what: notifications.detail, at: notifications.createdAt })
    .from(notifications)
    .where(and(eq(notifications.eventId, id), eq(notifications.kind, "event")))
    .orderBy(asc(notifications.id))
    .all();

function join(id: number, time: string, user = makeUser()) {
  const createdAt = Date.parse(`${time}Z`);
  db().insert(eventAttendances).values({ eventId: id, userId: user.id, createdAt }).run();
  return user.id;
}

/** A live event that somebody has gone to for long; in no place unless one is given. */
function planned(startDate: string, location?: string, given: Parameters<typeof makeEvent>[1] = {}) {
  const place = location === undefined ? {} : placeLocation(location);
  const { id } = makeEvent(null, { startDate, endDate: "2031-06-28", ...place, ...given });
  return { id, goer: join(id, "2031-01-01T00:00") };
}

beforeEach(() => at("2031-01-01T00:00"));

describe("the gazetteer's time zones", () => {
  test.each([
    ["Birmingham, UK", "Europe/London"],
    ["Auckland, New Zealand", "Pacific/Auckland"],
    ["Los Angeles, CA", "America/Los_Angeles"],
    ["England", undefined],
    ["France", undefined],
  ])("%s: %s", (text, zone) => {
    const match = geocode(text);
    expect(match.found === "place" && findTimeZone(match.place.id)).toBe(zone);
  });

  test("one that is not there: none", () => expect(findTimeZone(123)).toBeUndefined());
});

test.each([
  ["2031-07-01T09:00", "Europe/London", "2031-07-01T08:00"],
  ["2031-01-01T09:00", "Europe/London", "2031-01-01T09:00"],
  ["2031-01-01", "Pacific/Kiritimati", "2030-12-31T10:00"],
  ["2031-01-01", "Asia/Kathmandu", "2030-12-31T18:15"],
  // The days on which the clocks change, before and after.
  ["2031-03-30T00:30", "Europe/London", "2031-03-30T00:30"],
  ["2031-03-30T09:00", "Europe/London", "2031-03-30T08:00"],
  ["2031-10-26T00:30", "Europe/London", "2031-10-25T23:30"],
  ["2031-10-26T09:00", "Europe/London", "2031-10-26T09:00"],
  ["2031-03-09T09:00", "America/New_York", "2031-03-09T13:00"],
  // Skipped: what follows. Shown twice: the first.
  ["2031-03-30T01:30", "Europe/London", "2031-03-30T01:30"],
  ["2031-10-26T01:30", "Europe/London", "2031-10-26T00:30"],
  ["2031-07-01T09:00", undefined, "2031-07-01T09:00"],
  ["2031-07-01T09:00", "Mars/Olympus_Mons", "2031-07-01T09:00"],
])("%s in %s is %s UTC", (moment, zone, utc) => {
  expect(toIso(instantOf(moment, zone)).slice(0, 16)).toBe(utc);
});

describe("those who go are told", () => {
  test.each([
    ["in England in summer", "2031-06-05T10:00", "Birmingham, UK", "2031-06-04T08:00"],
    ["on the day after the clocks went on", "2031-03-31T10:00", "Birmingham, UK", "2031-03-30T08:00"],
    ["on the day on which they go on", "2031-03-30T10:00", "Birmingham, UK", "2031-03-29T09:00"],
    ["in New Zealand", "2031-06-05T10:00", "Auckland, New Zealand", "2031-06-03T21:00"],
    ["in California", "2031-06-05T10:00", "Los Angeles, CA", "2031-06-04T16:00"],
    ["somewhere in a country", "2031-06-05T10:00", "France", "2031-06-04T09:00"],
    ["nowhere on the map", "2031-06-05", undefined, "2031-06-04T09:00"],
  ])("%s, at 09:00 of the day before", async (_, startDate, location, due) => {
    const { id, goer } = planned(startDate, location);
    const moment = Date.parse(`${due}Z`);
    setClock(() => moment - 1);
    expect(await remindGoers()).toBe(0);
    setClock(() => moment);
    expect(await remindGoers()).toBe(1);
    expect(told(id)).toEqual([{ who: goer, what: "tomorrow", at: moment }]);
    expect(row(id).remindedOf).toBe(startDate);
    setClock(() => moment + MINUTE);
    expect(await remindGoers()).toBe(0);
    expect(told(id)).toHaveLength(1);
  });

  test("later where the site was down, until it begins", async () => {
    const { id } = planned("2031-06-05T10:00", "Los Angeles, CA");
    const { id: other } = planned("2031-06-05T10:00", "Los Angeles, CA");
    db().update(events).set({ remindedOf: "2031-06-05T10:00" }).where(eq(events.id, other)).run();
    at("2031-06-05T16:59");
    expect(await remindGoers()).toBe(1);
    // By then it is no longer tomorrow.
    expect([told(id).map(({ what }) => what), told(other)]).toEqual([["today"], []]);
    db().update(events).set({ remindedOf: null }).run();
    at("2031-06-05T17:00");
    expect(await remindGoers()).toBe(0);
  });

  test("but not who joins after that, however late it is said", async () => {
    const { id, goer } = planned("2031-06-05T10:00");
    const second = join(id, "2031-06-04T09:00");
    join(id, "2031-06-04T09:01");
    at("2031-06-04T23:59");
    await remindGoers();
    expect(told(id)).toMatchObject([goer, second].map((who) => ({ who, what: "tomorrow" })));
    join(id, "2031-06-05T00:00");
    at("2031-06-05T00:01");
    expect(await remindGoers()).toBe(0);
  });

  test("again of another start, once", async () => {
    const { id } = planned("2031-06-05T10:00");
    at("2031-06-04T12:00");
    await remindGoers();
    db().update(events).set({ startDate: "2031-06-08T10:00" }).where(eq(events.id, id)).run();
    expect(await remindGoers()).toBe(0);
    at("2031-06-07T09:00");
    expect([await remindGoers(), await remindGoers()]).toEqual([1, 0]);
    // The first was not read: it is replaced.
    expect(told(id)).toMatchObject([{ at: Date.parse("2031-06-07T09:00Z") }]);
    expect(row(id).remindedOf).toBe("2031-06-08T10:00");
  });

  test("not of what is cancelled, not live, or without anybody", async () => {
    const cancelled = planned("2031-06-05T10:00");
    const submitter = makeUser();
    db().update(events).set({ userId: submitter.id }).run();
    cancelEvent(viewerOf(submitter), cancelled.id);
    const pending = planned("2031-06-05T10:00", undefined, { status: "pending" });
    const rejected = planned("2031-06-05T10:00", undefined, { status: "rejected" });
    makeEvent(null, { startDate: "2031-06-05T10:00", endDate: "2031-06-05T11:00" });
    at("2031-06-04T12:00");
    expect(await remindGoers()).toBe(1);
    expect(told(cancelled.id).map(({ what }) => what)).toEqual(["cancelled"]);
    expect([told(pending.id), told(rejected.id)]).toEqual([[], []]);
  });

  test("and stops in between", async () => {
    planned("2031-06-05T10:00");
    at("2031-06-04T12:00");
    expect(await remindGoers(() => true)).toBe(0);
    expect(await remindGoers()).toBe(1);
  });
});

test("a few days of the calendar are looked at", async () => {
  for (let day = 10; day < 30; day += 1) planned(`2031-05-${day}T10:00`);
  planned("2031-06-05T10:00");
  analyzeDatabase();
  at("2031-06-04T12:00");
  const statements = await statementsDuring(() => remindGoers());
  const plans = statements.filter((text) => /^(select|update|insert|delete)/i.test(text)).flatMap(planOf);
  expect(plans.filter((line) => /^SCAN|TEMP B-TREE/.test(line))).toEqual([]);
  expect(plans.join("\n")).toContain("USING INDEX events_calendar (status=? AND start_date>? AND start_date<?)");
});
