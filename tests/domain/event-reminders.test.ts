import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db, transaction } from "~/db/client.server";
import { blocks, eventAttendances, events, notificationSettings, notifications, users } from "~/db/schema";
import { findViewerState } from "~/features/blocks/queries.server";
import { cancelEvent } from "~/features/events/decisions.server";
import { remindAttendees } from "~/features/events/reminders.server";
import { toInstant } from "~/features/events/time/wall-clock";
import { MAIL_MODES, type MailMode } from "~/features/notifications/kinds";
import { notifyAttendees } from "~/features/notifications/notify.server";
import { getSettings } from "~/features/notifications/settings/queries.server";
import { placeLocation } from "~/features/places/placement.server";
import { MINUTE, now, setClock, toIso } from "~/lib/time";
import { makeEvent } from "../support/events";
import { makeAdmin, makeUser, viewerOf } from "../support/make-rows";
import { planOf, statementsDuring, statementsOf } from "../support/query-plans";
import { allRows, changeRow, findRow, insertRow } from "../support/rows";

const at = (time: string) => {
  const moment = Date.parse(`${time}Z`);
  setClock(() => moment);
};
const row = (id: number) => findRow(events, id)!;
const summarize = (id: number) =>
  allRows(notifications)
    .filter(({ eventId, kind }) => eventId === id && kind === "event")
    .map(({ userId, detail, createdAt: at }) => ({ who: userId, what: detail, at }));

const join = (eventId: number, time: string) =>
  insertRow(eventAttendances, { eventId, userId: makeUser().id, createdAt: Date.parse(`${time}Z`) }).userId;

/** Live, with a long-standing attendee. */
function planned(startDate: string, location?: string, overrides: Parameters<typeof makeEvent>[1] = {}) {
  const place = location === undefined ? {} : placeLocation(location);
  const { id } = makeEvent(null, { startDate, endDate: "2031-06-28", ...place, ...overrides });
  return { id, goer: join(id, "2031-01-01T00:00") };
}

beforeEach(() => at("2031-01-01T00:00"));

test.each([
  ["2031-07-01T09:00", "Europe/London", "2031-07-01T08:00"],
  ["2031-01-01T09:00", "Europe/London", "2031-01-01T09:00"],
  ["2031-01-01", "Pacific/Kiritimati", "2030-12-31T10:00"],
  ["2031-01-01", "Asia/Kathmandu", "2030-12-31T18:15"],
  // Clock changes.
  ["2031-03-30T00:30", "Europe/London", "2031-03-30T00:30"],
  ["2031-03-30T09:00", "Europe/London", "2031-03-30T08:00"],
  ["2031-10-26T00:30", "Europe/London", "2031-10-25T23:30"],
  ["2031-10-26T09:00", "Europe/London", "2031-10-26T09:00"],
  ["2031-03-09T09:00", "America/New_York", "2031-03-09T13:00"],
  // Skipped times move forward, repeated ones are the first.
  ["2031-03-30T01:30", "Europe/London", "2031-03-30T01:30"],
  ["2031-10-26T01:30", "Europe/London", "2031-10-26T00:30"],
  ["2031-07-01T09:00", undefined, "2031-07-01T09:00"],
  ["2031-07-01T09:00", "Mars/Olympus_Mons", "2031-07-01T09:00"],
])("%s in %s is %s UTC", (moment, zone, utc) => expect(toIso(toInstant(moment, zone)).slice(0, 16)).toBe(utc));

describe("attendees are reminded", () => {
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
    expect(await remindAttendees()).toBe(0);
    setClock(() => moment);
    expect(await remindAttendees()).toBe(1);
    expect(summarize(id)).toEqual([{ who: goer, what: "tomorrow", at: moment }]);
    expect(row(id).remindedOf).toBe(startDate);
    setClock(() => moment + MINUTE);
    expect(await remindAttendees()).toBe(0);
    expect(summarize(id)).toHaveLength(1);
  });

  test("later if the site was down, until it begins", async () => {
    const { id } = planned("2031-06-05T10:00", "Los Angeles, CA");
    const { id: otherId } = planned("2031-06-05T10:00", "Los Angeles, CA");
    changeRow(events, otherId, { remindedOf: "2031-06-05T10:00" });
    at("2031-06-05T16:59");
    expect(await remindAttendees()).toBe(1);
    expect([summarize(id).map(({ what }) => what), summarize(otherId)]).toEqual([["today"], []]);
    db().update(events).set({ remindedOf: null }).run();
    at("2031-06-05T17:00");
    expect(await remindAttendees()).toBe(0);
  });

  test("not those who join later, even with a late reminder", async () => {
    const { id, goer } = planned("2031-06-05T10:00");
    const second = join(id, "2031-06-04T09:00");
    join(id, "2031-06-04T09:01");
    at("2031-06-04T23:59");
    await remindAttendees();
    expect(summarize(id)).toMatchObject([goer, second].map((userId) => ({ who: userId, what: "tomorrow" })));
    join(id, "2031-06-05T00:00");
    at("2031-06-05T00:01");
    expect(await remindAttendees()).toBe(0);
  });

  test("again of another start, once", async () => {
    const { id } = planned("2031-06-05T10:00");
    at("2031-06-04T12:00");
    await remindAttendees();
    changeRow(events, id, { startDate: "2031-06-08T10:00" });
    expect(await remindAttendees()).toBe(0);
    at("2031-06-07T09:00");
    expect([await remindAttendees(), await remindAttendees()]).toEqual([1, 0]);
    expect(summarize(id)).toMatchObject([{ at: Date.parse("2031-06-07T09:00Z") }]);
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
    expect(await remindAttendees()).toBe(1);
    expect(summarize(cancelled.id).map(({ what }) => what)).toEqual(["cancelled"]);
    expect([summarize(pending.id), summarize(rejected.id)]).toEqual([[], []]);
  });

  test("and stops in between", async () => {
    planned("2031-06-05T10:00");
    at("2031-06-04T12:00");
    expect(await remindAttendees(() => true)).toBe(0);
    expect(await remindAttendees()).toBe(1);
  });
});

test("a few days of the calendar are looked at", async () => {
  for (let day = 10; day < 30; day += 1) planned(`2031-05-${day}T10:00`);
  planned("2031-06-05T10:00");
  analyzeDatabase();
  at("2031-06-04T12:00");
  const statements = await statementsDuring(() => remindAttendees());
  const plans = statements.filter((text) => /^(select|update|insert|delete)/i.test(text)).flatMap(planOf);
  expect(plans.filter((line) => /^SCAN|TEMP B-TREE/.test(line))).toEqual([]);
  expect(plans.join("\n")).toContain("USING INDEX events_calendar (status=? AND start_date>? AND start_date<?)");
});

const toldRows = (eventId: number) =>
  allRows(notifications)
    .filter((row) => row.eventId === eventId && row.kind === "event")
    .sort((a, b) => a.userId - b.userId || a.id - b.id)
    .map(({ userId, onSite, mail, createdAt: at }) => ({ userId, onSite, mail, at }));

const unread = (id: number) => findRow(users, id)?.unreadCount;

/**
 * The rule of all notifications.
 * @param actorId null for the calendar
 */
function ruleFor(userId: number, actorId: number | null) {
  const { site, mail } = getSettings(userId).settings.event;
  const { blocks, mutes } = actorId === null ? { blocks: false, mutes: false } : findViewerState(userId, actorId);
  if (userId === actorId || blocks || mutes || (!site && mail === "off")) return [];
  return [{ userId, onSite: site, mail }];
}

/** Every setting, as a friend of the admin and with a mute or block. */
function makeGoers(eventId: number, adminId: number): number[] {
  const choices: ({ site: boolean; mail: MailMode } | null)[] = [null];
  for (const site of [true, false]) for (const mail of MAIL_MODES) choices.push({ site, mail });
  const users = choices.flatMap((choice) =>
    ([null, "mute", "block"] as const).map((kind) => {
      const { id: userId } = makeUser();
      if (choice) insertRow(notificationSettings, { userId, kind: "event", ...choice });
      // Of another kind, so without effect.
      insertRow(notificationSettings, { userId, kind: "decision", site: false, mail: "weekly" });
      if (kind !== null) insertRow(blocks, { userId, otherId: adminId, kind, createdAt: now() });
      return userId;
    }),
  );
  for (const userId of [...users, adminId]) insertRow(eventAttendances, { eventId, userId, createdAt: now() });
  return [...users, adminId];
}

test.each(["an admin", "the calendar"])("%s notifies each attendee as if alone", (actorName) => {
  const admin = makeAdmin();
  const actor = actorName === "an admin" ? admin.id : null;
  const { id } = makeEvent(null);
  const goers = makeGoers(id, admin.id);
  const away = goers[0]!;
  changeRow(users, away, { active: false });
  transaction(() => notifyAttendees(id, "changed", actor));
  const expected = goers.filter((userId) => userId !== away).flatMap((userId) => ruleFor(userId, actor));
  expect(expected.length).toBeGreaterThan(5);
  expected.sort((a, b) => a.userId - b.userId);
  expect(toldRows(id).map(({ at: _, ...row }) => row)).toEqual(expected);
  for (const { userId, onSite } of expected) expect(unread(userId)).toBe(onSite ? 1 : 0);
});

test("unread notifications are merged; read ones, others and other events stay", () => {
  const { id: userId } = makeUser();
  const [firstId, secondId] = [makeEvent(null).id, makeEvent(null).id];
  for (const eventId of [firstId, secondId]) insertRow(eventAttendances, { eventId, userId, createdAt: 5 });
  setClock(() => 1_000);
  for (const eventId of [firstId, secondId]) notifyAttendees(eventId, "changed", null);
  notifyAttendees(firstId, "cancelled", null);
  setClock(() => 2_000);
  notifyAttendees(firstId, "changed", null);
  expect(toldRows(firstId).map(({ at }) => at)).toEqual([1_000, 2_000]);
  expect([toldRows(secondId).length, unread(userId)]).toEqual([1, 3]);
  db().update(notifications).set({ isRead: true }).run();
  setClock(() => 3_000);
  notifyAttendees(firstId, "changed", null);
  expect(toldRows(firstId).map(({ at }) => at)).toEqual([1_000, 2_000, 3_000]);
  expect(unread(userId)).toBe(1);
});

test("its mail waits from the last notification on", () => {
  const { id: userId } = makeUser();
  const { id: eventId } = makeEvent(null);
  insertRow(eventAttendances, { eventId, userId, createdAt: 5 });
  insertRow(notificationSettings, { userId, kind: "event", site: true, mail: "weekly" });
  setClock(() => 7_000);
  notifyAttendees(eventId, "changed", null);
  expect(allRows(notifications)).toMatchObject([{ mail: "weekly", mailSince: 7_000, createdAt: 7_000 }]);
});

test("muting one admin keeps notifications of another's action", () => {
  const { id: userId } = makeUser();
  const { id: eventId } = makeEvent(null);
  const [notifiedAdmin, mutedAdmin] = [makeAdmin().id, makeAdmin().id];
  insertRow(eventAttendances, { eventId, userId, createdAt: 5 });
  insertRow(blocks, { userId, otherId: mutedAdmin, kind: "mute", createdAt: 5 });
  for (const [index, admin] of [notifiedAdmin, mutedAdmin].entries()) {
    setClock(() => 1_000 + index);
    notifyAttendees(eventId, "changed", admin);
  }
  expect(toldRows(eventId)).toMatchObject([{ userId, at: 1_000 }]);
});

test("by indexes, in as many statements for many as for one", () => {
  const { id } = makeEvent(null);
  makeGoers(id, makeAdmin().id);
  analyzeDatabase();
  const statements = statementsOf(() => notifyAttendees(id, "changed", 7));
  expect(statements).toHaveLength(2);
  const plans = statements.flatMap(planOf);
  expect(plans.filter((line) => /^SCAN|TEMP B-TREE/.test(line))).toEqual([]);
  expect(plans.filter((line) => /\b(goer|notifications)\b/.test(line))).toHaveLength(2);
  expect(db().get(sql`SELECT count(*) AS n FROM notifications WHERE kind = 'event'`)).not.toEqual({ n: 0 });
});
