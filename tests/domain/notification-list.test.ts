import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { blocks, follows, notificationSettings, notifications, users } from "~/db/schema";
import { findPageViewer, findViewer, startSession } from "~/features/accounts/sessions.server";
import { approveEvent } from "~/features/events/decisions.server";
import { listNotificationsJson } from "~/features/notifications/json.server";
import {
  countUnread,
  listNotifications,
  markAllRead,
  markRead,
  openNotification,
} from "~/features/notifications/list.server";
import { notifyFollow } from "~/features/notifications/notify.server";
import { addComment } from "~/features/social/comments.server";
import { followUser, setLike } from "~/features/social/reactions.server";
import { reviewGarage } from "~/features/social/reviews.server";
import { withoutIsolates } from "~/lib/text";
import { DAY, now } from "~/lib/time";
import { tickingClock } from "../support/clock";
import { makeEvent } from "../support/events";
import {
  admin,
  makeEntry,
  makeGarage,
  makeOwner,
  makeUser,
  makeVehicle,
  setActive,
  viewerOf,
} from "../support/make-rows";
import { planOf, readsDuring, statementsOf } from "../support/query-plans";
import { allRows, changeRow, findRow, insertRow } from "../support/rows";

const clock = tickingClock();

const page = { page: 1, limit: 20 };

function world() {
  const ada = makeOwner({ name: "Ada" });
  const fan = makeUser({ name: "Fan" });
  const token = startSession(fan.id, "");
  const follow = (owner: { user: { id: number } }) =>
    insertRow(follows, { followerId: fan.id, followedId: owner.user.id, createdAt: now() });
  follow(ada);
  const viewer = viewerOf(fan);
  return {
    ...{ ada, fan, viewer, follow },
    listTexts: () =>
      listNotifications(viewer, page).rows.map(
        ({ text, isRead }) => `${isRead ? "" : "New: "}${withoutIsolates(text)}`,
      ),
    unread() {
      const all = [findPageViewer(token)!.unread, listNotificationsJson(viewer, page).unread, countUnread(fan.id)];
      expect(new Set(all).size).toBe(1);
      return all[0];
    },
    followedBy: (name: string) => notifyFollow(makeUser({ name }).id, fan.id),
  };
}

describe("the list of notifications", () => {
  test("each has the avatar of the last actor and the picture of its subject", () => {
    const { ada, fan, viewer } = world();
    const [bea, cy] = ["bea", "cy"].map((name) => makeUser({ name, avatar: `${name}.jpg` }));
    const fanGarage = makeGarage(fan, { coverPhoto: "hall.jpg" });
    const car = makeVehicle(fanGarage, { coverPhoto: "car.jpg" });
    followUser(viewerOf(bea!), fan.id);
    for (const liker of [bea, cy]) setLike(viewerOf(liker!), car.id, true);
    addComment(viewerOf(bea!), car.id, { text: "Nice" });
    reviewGarage(viewerOf(cy!), fanGarage.id, { rating: 5, review: "Good" });
    const event = makeEvent(fan, { image: "meet.jpg", status: "pending" });
    approveEvent(admin(), event.id);
    changeRow(users, ada.user.id, { avatar: "ada.jpg" });
    makeVehicle(ada.garage, { coverPhoto: "ada-car.jpg" });
    const pictures = [
      ["news", "ada.jpg", "ada-car.jpg"],
      ["decision", null, "meet.jpg"],
      ["review", "cy.jpg", "hall.jpg"],
      ["comment", "bea.jpg", "car.jpg"],
      ["like", "cy.jpg", "car.jpg"],
      ["follow", "bea.jpg", null],
    ];
    const { rows } = listNotificationsJson(viewer, page);
    expect(rows.map(({ kind, avatar, photo }) => [kind, avatar, photo])).toEqual(pictures);
    const views = listNotifications(viewer, page).rows;
    expect(views.map(({ kind, avatar, picture }) => [kind, avatar, picture])).toEqual(pictures);
  });

  test("news are of active and unmuted users, if shown on the site", () => {
    const { ada, fan, listTexts, unread } = world();
    makeEntry(ada.vehicle);
    const snapshot = () => [listTexts().length, unread()];
    expect(snapshot()).toEqual([1, 1]);
    insertRow(blocks, { userId: fan.id, otherId: ada.user.id, kind: "mute", createdAt: now() });
    expect(snapshot()).toEqual([0, 0]);
    db().delete(blocks).run();
    setActive(ada.user, false);
    expect(snapshot()).toEqual([0, 0]);
    setActive(ada.user, true);
    expect(snapshot()).toEqual([1, 1]);
    insertRow(notificationSettings, { userId: fan.id, kind: "news", site: false, mail: "daily" });
    expect(snapshot()).toEqual([0, 0]);
  });

  test("pages go on without a count", () => {
    const { ada, viewer, followedBy } = world();
    for (const name of ["One", "Two", "Three", "Four"]) followedBy(name);
    makeEntry(ada.vehicle);
    const at = (number: number, limit: number) => {
      const { rows, more } = listNotifications(viewer, { page: number, limit });
      return [rows.map(({ text }) => withoutIsolates(text).split(" ")[0]), more];
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
    const { ada, viewer, listTexts, unread, followedBy } = world();
    followedBy("Bea");
    followedBy("Cy");
    makeEntry(ada.vehicle);
    clock.time += DAY;
    const entry = makeEntry(ada.vehicle);
    const otherOwner = makeOwner({ name: "Di" });
    const ids = () => listNotifications(viewer, page).rows.map(({ id }) => id);
    const [addedId, , cy] = ids();
    db().update(notifications).set({ mail: "daily" }).run();
    expect(() => openNotification(otherOwner.viewer, cy!)).toThrow("no longer exists");
    expect(() => openNotification(otherOwner.viewer, addedId!)).toThrow("no longer exists");
    for (const id of ["0", "1e3", "news-1-1", `news-${ada.user.id}-1`, "news-", "", "999"])
      expect(() => openNotification(viewer, id), id).toThrow("no longer exists");
    expect(openNotification(viewer, cy!, false)).toMatch(/^\/profile\//);
    expect(unread()).toBe(4);
    openNotification(viewer, cy!);
    openNotification(viewer, cy!);
    expect(unread()).toBe(3);
    expect(allRows(notifications)).toMatchObject([
      { mail: "daily", isRead: false },
      { mail: "off", isRead: true },
    ]);
    expect(openNotification(viewer, addedId!)).toBe(`/build/${entry.id}`);
    const news = "Ada added a build entry to their 1967 Elan";
    expect(listTexts()).toEqual([news, news, "Cy now follows you", "New: Bea now follows you"]);
    makeEntry(ada.vehicle);
    expect(listTexts()[0]).toBe("New: Ada added 2 build entries to their 1967 Elan");
    expect(ids()[0]).toBe(addedId);
    expect(unread()).toBe(2);
  });

  test("some by their ids, or all; others' stay as they are", () => {
    const { ada, fan, viewer, listTexts, unread, followedBy } = world();
    followedBy("Bea");
    followedBy("Cy");
    makeEntry(ada.vehicle);
    notifyFollow(fan.id, ada.user.id);
    const others = allRows(notifications).find(({ userId }) => userId === ada.user.id)!;
    const ids = listNotifications(viewer, page).rows.map(({ id }) => id);
    markRead(viewer, [ids[0]!, ids[1]!, String(others.id), "rubbish", "news-1-2"]);
    expect(listTexts()).toEqual([
      "Ada added a build entry to their 1967 Elan",
      "Cy now follows you",
      "New: Bea now follows you",
    ]);
    expect([unread(), countUnread(ada.user.id)]).toEqual([1, 1]);
    makeEntry(ada.vehicle);
    followedBy("Di");
    markAllRead(viewer);
    expect([unread(), countUnread(ada.user.id)]).toEqual([0, 1]);
    makeEntry(ada.vehicle);
    followedBy("Ed");
    expect(unread()).toBe(2);
  });

  test("news by mail only are not read by reading the rest", () => {
    const { fan, viewer } = world();
    insertRow(notificationSettings, { userId: fan.id, kind: "news", site: false, mail: "daily" });
    markAllRead(viewer);
    expect(findRow(users, fan.id)?.newsSeenAt).toBe(0);
  });
});

describe("what it costs", () => {
  const reads = (work: () => void) => readsDuring(work).length;

  test("the number comes with the session, a list is four statements", () => {
    const { ada, fan, viewer, followedBy } = world();
    const token = startSession(fan.id, "");
    followedBy("Bea");
    makeEntry(ada.vehicle);
    expect(reads(() => findViewer(token))).toBe(1);
    expect(reads(() => findPageViewer(token))).toBe(1);
    expect(reads(() => listNotifications(viewer, page))).toBe(4);
    expect(reads(() => listNotificationsJson(viewer, { page: 1, limit: 1 }))).toBe(3);
  });

  /** Only indexes, starting at the follower. */
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
      const statements = statementsOf(work).filter((text) => text.includes("follows_news"));
      expect(statements).not.toEqual([]);
      for (const plan of statements.map(planOf)) {
        const steps = newsSteps(plan);
        expect(steps.length).toBeGreaterThanOrEqual(5);
        expect(steps.filter((line) => !COVERED.some((pattern) => pattern.test(line)))).toEqual([]);
        expect(plan.filter((line) => /\bnotifications\b(?! AS)/.test(line))).toSatisfy((lines: string[]) =>
          lines.every((line) => /^SEARCH notifications USING COVERING INDEX notifications_list/.test(line)),
        );
      }
    }
  });
});
