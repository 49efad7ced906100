import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { follows, mutes, notificationSettings, notifications, users } from "~/db/schema";
import { findPageViewer, findViewer, startSession } from "~/features/accounts/sessions.server";
import { listNotificationsJson } from "~/features/notifications/json.server";
import { countUnread } from "~/features/notifications/list.server";
import { notifyFollow } from "~/features/notifications/notify.server";
import { listNotifications } from "~/features/notifications/queries.server";
import { markAllRead, markRead, openNotification } from "~/features/notifications/read.server";
import { DAY, now, setClock } from "~/lib/time";
import { makeEntry, makeOwner, makeUser, viewerOf } from "../support/people";
import { planOf, readsDuring, statementsOf } from "../support/query-plans";

const NOON = Date.UTC(2031, 4, 10, 12);
let time = NOON;
beforeEach(() => {
  time = NOON;
  setClock(() => (time += 1000));
});

const page = { page: 1, limit: 20 };

/** A fan who follows Ada's garage from now on. */
function world() {
  const ada = makeOwner({ name: "Ada" });
  const fan = makeUser({ name: "Fan" });
  const token = startSession(fan.id, "");
  const follow = (owner: { user: { id: number } }) =>
    db().insert(follows).values({ followerId: fan.id, followedId: owner.user.id, createdAt: now() }).run();
  follow(ada);
  const viewer = viewerOf(fan);
  return {
    ...{ ada, fan, viewer, follow },
    told: () => listNotifications(viewer, page).rows.map(({ text, isRead }) => `${isRead ? "" : "New: "}${text}`),
    /** As the header, the list and the API say it. */
    unread() {
      const all = [findPageViewer(token)!.unread, listNotificationsJson(viewer, page).unread, countUnread(fan.id)];
      expect(new Set(all).size).toBe(1);
      return all[0];
    },
    followedBy: (name: string) => notifyFollow(makeUser({ name }).id, fan.id),
  };
}

describe("what somebody was told", () => {
  test("rows and news stand together by time, and the number counts both", () => {
    const { ada, told, unread, followedBy } = world();
    expect([told(), unread()]).toEqual([[], 0]);
    followedBy("Bea");
    makeEntry(ada.vehicle);
    followedBy("Cy");
    expect(told()).toEqual(["New: Cy now follows you", "New: Ada added a build entry", "New: Bea now follows you"]);
    expect(unread()).toBe(3);
    time += DAY;
    makeEntry(ada.vehicle);
    makeEntry(ada.vehicle);
    expect(told()[0]).toBe("New: Ada added 2 build entries");
    expect(unread()).toBe(4);
  });

  test("a garage's news count from the follow on, thirty days, where they are wanted and nobody is muted", () => {
    const { ada, fan, told, unread, follow } = world();
    const before = makeOwner({ name: "Bea" });
    time += 1000;
    follow(before);
    expect(unread()).toBe(0);
    const entry = makeEntry(ada.vehicle);
    expect(unread()).toBe(1);
    db().insert(mutes).values({ userId: fan.id, mutedId: ada.user.id, createdAt: now() }).run();
    expect([told(), unread()]).toEqual([[], 0]);
    db().delete(mutes).run();
    db().update(users).set({ active: false }).where(eq(users.id, ada.user.id)).run();
    expect([told(), unread()]).toEqual([[], 0]);
    db().update(users).set({ active: true }).where(eq(users.id, ada.user.id)).run();
    db().insert(notificationSettings).values({ userId: fan.id, kind: "news", site: false, mail: "daily" }).run();
    expect([told(), unread()]).toEqual([[], 0]);
    db().delete(notificationSettings).run();
    expect(unread()).toBe(1);
    time = entry.createdAt + 30 * DAY - 60_000;
    expect(unread()).toBe(1);
    time += 120_000;
    expect([told(), unread()]).toEqual([[], 0]);
  });

  test("pages go on without a count", () => {
    const { ada, viewer, followedBy } = world();
    for (const name of ["One", "Two", "Three", "Four"]) followedBy(name);
    makeEntry(ada.vehicle);
    const at = (number: number, limit: number) => {
      const { rows, more } = listNotifications(viewer, { page: number, limit });
      return [rows.map(({ text }) => text.split(" ")[0]), more];
    };
    expect(at(1, 2)).toEqual([["Ada", "Four"], true]);
    expect(at(2, 2)).toEqual([["Three", "Two"], true]);
    expect(at(3, 2)).toEqual([["One"], false]);
    expect(at(4, 2)).toEqual([[], false]);
    expect(at(1, 5)[1]).toBe(false);
    expect(listNotificationsJson(viewer, { page: 4, limit: 2 })).toMatchObject({ rows: [], total: 5, unread: 5 });
  });
});

describe("read", () => {
  test("what is followed is read and not mailed; news with the older ones of their garage, until there are more", () => {
    const { ada, fan, viewer, told, unread, followedBy } = world();
    followedBy("Bea");
    followedBy("Cy");
    makeEntry(ada.vehicle);
    time += DAY;
    const entry = makeEntry(ada.vehicle);
    const other = makeOwner({ name: "Di" });
    const ids = () => listNotifications(viewer, page).rows.map(({ id }) => id);
    const [news, , cy] = ids();
    db().update(notifications).set({ mail: "daily" }).run();
    expect(() => openNotification(other.viewer, cy!)).toThrow("no longer there");
    expect(() => openNotification(other.viewer, news!)).toThrow("no longer there");
    for (const id of ["0", "1e3", "news-1-1", `news-${ada.user.id}-1`, "news-", "", "999"]) {
      expect(() => openNotification(viewer, id), id).toThrow("no longer there");
    }
    expect(openNotification(viewer, cy!, false)).toMatch(/^\/profile\//);
    expect(unread()).toBe(4);
    openNotification(viewer, cy!);
    openNotification(viewer, cy!);
    expect(unread()).toBe(3);
    const mail = db().select({ mail: notifications.mail, isRead: notifications.isRead }).from(notifications).all();
    expect(mail).toEqual([
      { mail: "daily", isRead: false },
      { mail: "off", isRead: true },
    ]);
    expect(openNotification(viewer, news!)).toBe(`/build/${entry.id}`);
    expect(told()).toEqual([
      "Ada added a build entry",
      "Ada added a build entry",
      "Cy now follows you",
      "New: Bea now follows you",
    ]);
    makeEntry(ada.vehicle);
    expect(told()[0]).toBe("New: Ada added 2 build entries");
    expect(ids()[0]).toBe(news);
    expect(unread()).toBe(2);
    expect(fan.id).not.toBe(other.user.id);
  });

  test("some by their ids, or all; others' stay as they are", () => {
    const { ada, fan, viewer, told, unread, followedBy } = world();
    followedBy("Bea");
    followedBy("Cy");
    makeEntry(ada.vehicle);
    notifyFollow(fan.id, ada.user.id);
    const others = db().select().from(notifications).where(eq(notifications.userId, ada.user.id)).get()!;
    const ids = listNotifications(viewer, page).rows.map(({ id }) => id);
    markRead(viewer, [ids[0]!, ids[1]!, String(others.id), "rubbish", "news-1-2"]);
    expect(told()).toEqual(["Ada added a build entry", "Cy now follows you", "New: Bea now follows you"]);
    expect([unread(), countUnread(ada.user.id)]).toEqual([1, 1]);
    makeEntry(ada.vehicle);
    followedBy("Di");
    markAllRead(viewer);
    expect([unread(), countUnread(ada.user.id)]).toEqual([0, 1]);
    makeEntry(ada.vehicle);
    followedBy("Ed");
    expect(unread()).toBe(2);
  });

  test("whoever has news by mail only has not read them by reading the rest", () => {
    const { fan, viewer } = world();
    db().insert(notificationSettings).values({ userId: fan.id, kind: "news", site: false, mail: "daily" }).run();
    markAllRead(viewer);
    expect(db().select({ at: users.newsSeenAt }).from(users).where(eq(users.id, fan.id)).get()).toEqual({ at: 0 });
  });
});

describe("what it costs", () => {
  const reads = (work: () => void) => readsDuring(work).length;

  test("the number comes with the session, a list is three statements", () => {
    const { ada, fan, viewer, followedBy } = world();
    const token = startSession(fan.id, "");
    followedBy("Bea");
    makeEntry(ada.vehicle);
    expect(reads(() => findViewer(token))).toBe(1);
    expect(reads(() => findPageViewer(token))).toBe(1);
    expect(reads(() => listNotifications(viewer, page))).toBe(3);
    expect(reads(() => listNotificationsJson(viewer, { page: 1, limit: 1 }))).toBe(2);
  });

  /** Steps that read news: only indexes, from the follower on. */
  const newsSteps = (plan: string[]) => plan.filter((line) => /\b(follows|newest|next|older)\b/.test(line));
  const COVERED = [
    /^SEARCH follows USING COVERING INDEX follows_news \(follower_id=\? AND hidden=\? AND muted=\?/,
    /^SEARCH (newest|older|next) USING COVERING INDEX activities_owner \(user_id=\? AND hidden=\? AND /,
  ];

  test("neither number nor list reads more than a page and one entry of an index a garage and day", () => {
    const token = startSession(makeUser().id, "");
    for (const work of [
      () => findPageViewer(token),
      () => countUnread(1),
      () => listNotifications({ ...viewerOf(makeUser()) }, page),
    ]) {
      const [statement] = statementsOf(work).filter((text) => text.includes("follows_news"));
      const plan = planOf(statement!);
      const steps = newsSteps(plan);
      expect(steps.length).toBeGreaterThanOrEqual(5);
      expect(steps.filter((line) => !COVERED.some((known) => known.test(line)))).toEqual([]);
      expect(plan.filter((line) => /\bnotifications\b(?! AS)/.test(line))).toSatisfy((lines: string[]) =>
        lines.every((line) => /^SEARCH notifications USING COVERING INDEX notifications_list/.test(line)),
      );
    }
  });
});
