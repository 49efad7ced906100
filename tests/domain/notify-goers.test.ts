import { and, asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { analyzeDatabase, db, transaction } from "~/db/client.server";
import { blocks, eventAttendances, mutes, notificationSettings, notifications, users } from "~/db/schema";
import { findStanding } from "~/features/blocks/queries.server";
import { MAIL_MODES, type MailMode } from "~/features/notifications/kinds";
import { choiceOf, notifyGoers } from "~/features/notifications/notify.server";
import { now, setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import { makeAdmin, makeUser } from "../support/people";
import { planOf, statementsOf } from "../support/query-plans";

const rows = (eventId: number) =>
  db()
    .select({
      userId: notifications.userId,
      onSite: notifications.onSite,
      mail: notifications.mail,
      at: notifications.createdAt,
    })
    .from(notifications)
    .where(and(eq(notifications.eventId, eventId), eq(notifications.kind, "event")))
    .orderBy(asc(notifications.userId), asc(notifications.id))
    .all();

const unread = (id: number) =>
  db().select({ unread: users.unreadCount }).from(users).where(eq(users.id, id)).get()?.unread;

/** What is said to one person, by the rule that all notifications have: the one who did it, and null for the calendar. */
function ruleFor(userId: number, actorId: number | null) {
  const { site, mail } = choiceOf(userId, "event");
  const { blocks, mutes } = actorId === null ? { blocks: false, mutes: false } : findStanding(userId, actorId);
  if (userId === actorId || blocks || mutes || (!site && mail === "off")) return [];
  return [{ userId, onSite: site, mail }];
}

/** People of every choice there is, each as a friend of the admin, and as one who has muted or blocked them. */
function makeGoers(eventId: number, adminId: number): number[] {
  const choices: ({ site: boolean; mail: MailMode } | null)[] = [null];
  for (const site of [true, false]) for (const mail of MAIL_MODES) choices.push({ site, mail });
  const people = choices.flatMap((choice) =>
    [null, mutes, blocks].map((apart) => {
      const { id: userId } = makeUser();
      const at = { createdAt: now() };
      if (choice)
        db()
          .insert(notificationSettings)
          .values({ userId, kind: "event", ...choice })
          .run();
      // A choice about something else is none about events.
      db().insert(notificationSettings).values({ userId, kind: "decision", site: false, mail: "weekly" }).run();
      if (apart === mutes)
        db()
          .insert(mutes)
          .values({ userId, mutedId: adminId, ...at })
          .run();
      if (apart === blocks)
        db()
          .insert(blocks)
          .values({ userId, blockedId: adminId, ...at })
          .run();
      return userId;
    }),
  );
  for (const userId of [...people, adminId])
    db().insert(eventAttendances).values({ eventId, userId, createdAt: now() }).run();
  return [...people, adminId];
}

test.each(["an admin", "the calendar"])(
  "what %s tells those who go is what each of them would be told alone",
  (who) => {
    const admin = makeAdmin();
    const actor = who === "an admin" ? admin.id : null;
    const { id } = makeEvent(null);
    const people = makeGoers(id, admin.id);
    const away = people[0]!;
    db().update(users).set({ active: false }).where(eq(users.id, away)).run();
    transaction(() => notifyGoers(id, "changed", actor));
    const expected = people.filter((userId) => userId !== away).flatMap((userId) => ruleFor(userId, actor));
    expect(expected.length).toBeGreaterThan(5);
    expected.sort((one, other) => one.userId - other.userId);
    expect(rows(id).map(({ at: _, ...row }) => row)).toEqual(expected);
    for (const { userId, onSite } of expected) expect(unread(userId)).toBe(onSite ? 1 : 0);
  },
);

test("what was not read is said once; what was read, something else and another event stay", () => {
  const { id: userId } = makeUser();
  const [one, other] = [makeEvent(null).id, makeEvent(null).id];
  for (const eventId of [one, other]) db().insert(eventAttendances).values({ eventId, userId, createdAt: 5 }).run();
  setClock(() => 1_000);
  for (const eventId of [one, other]) notifyGoers(eventId, "changed", null);
  notifyGoers(one, "cancelled", null);
  setClock(() => 2_000);
  notifyGoers(one, "changed", null);
  expect(rows(one).map(({ at }) => at)).toEqual([1_000, 2_000]);
  expect([rows(other).length, unread(userId)]).toEqual([1, 3]);
  db().update(notifications).set({ isRead: true }).run();
  setClock(() => 3_000);
  notifyGoers(one, "changed", null);
  expect(rows(one).map(({ at }) => at)).toEqual([1_000, 2_000, 3_000]);
  expect(unread(userId)).toBe(1);
});

test("waits for its mail like anything else: since it was said", () => {
  const { id: userId } = makeUser();
  const { id: eventId } = makeEvent(null);
  db().insert(eventAttendances).values({ eventId, userId, createdAt: 5 }).run();
  db().insert(notificationSettings).values({ userId, kind: "event", site: true, mail: "weekly" }).run();
  setClock(() => 7_000);
  notifyGoers(eventId, "changed", null);
  expect(db().select().from(notifications).all()).toMatchObject([
    { mail: "weekly", mailSince: 7_000, createdAt: 7_000 },
  ]);
});

test("who has muted one admin keeps what another one's act has told them", () => {
  const { id: userId } = makeUser();
  const { id: eventId } = makeEvent(null);
  const [heard, muted] = [makeAdmin().id, makeAdmin().id];
  db().insert(eventAttendances).values({ eventId, userId, createdAt: 5 }).run();
  db().insert(mutes).values({ userId, mutedId: muted, createdAt: 5 }).run();
  for (const [at, admin] of [heard, muted].entries()) {
    setClock(() => 1_000 + at);
    notifyGoers(eventId, "changed", admin);
  }
  expect(rows(eventId)).toMatchObject([{ userId, at: 1_000 }]);
});

test("only those who had joined by then, where that is asked", () => {
  const { id: eventId } = makeEvent(null);
  const [early, late] = [makeUser().id, makeUser().id];
  db()
    .insert(eventAttendances)
    .values([
      { eventId, userId: early, createdAt: 10 },
      { eventId, userId: late, createdAt: 11 },
    ])
    .run();
  notifyGoers(eventId, "tomorrow", null, 10);
  expect(rows(eventId).map(({ userId }) => userId)).toEqual([early]);
});

test("by indexes, in as many statements for many as for one", () => {
  const { id } = makeEvent(null);
  makeGoers(id, makeAdmin().id);
  analyzeDatabase();
  const statements = statementsOf(() => notifyGoers(id, "changed", 7));
  expect(statements).toHaveLength(2);
  const plans = statements.flatMap(planOf);
  expect(plans.filter((line) => /^SCAN|TEMP B-TREE/.test(line))).toEqual([]);
  expect(plans.filter((line) => /\b(goer|notifications)\b/.test(line))).toHaveLength(2);
  expect(db().get(sql`SELECT count(*) AS n FROM notifications WHERE kind = 'event'`)).not.toEqual({ n: 0 });
});
