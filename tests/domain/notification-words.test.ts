import { beforeEach, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { follows, likes, notifications, tickets } from "~/db/schema";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { listNewsGroups, listUnseenNews } from "~/features/notifications/news.server";
import {
  notifyAdmins,
  notifyComment,
  notifyDecision,
  notifyFollow,
  notifyGoers,
  notifyLike,
  notifyReview,
  notifyTicket,
} from "~/features/notifications/notify.server";
import { listNotificationRows } from "~/features/notifications/rows.server";
import { toldId } from "~/features/notifications/told";
import { notificationPath, notificationText } from "~/features/notifications/words";
import { addComment } from "~/features/social/comments.server";
import { reviewGarage } from "~/features/social/reviews.server";
import { DAY, HOUR, now, setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import {
  makeAdmin,
  makeEntry,
  makeGarage,
  makeOwner,
  makePhoto,
  makeUser,
  makeVehicle,
  viewerOf,
} from "../support/people";
import { planOf, slowSteps, statementsOf } from "../support/query-plans";

const NOON = Date.UTC(2031, 4, 10, 12);
let time = NOON;
beforeEach(() => {
  time = NOON;
  setClock(() => (time += 1000));
});

/** Bob has a 1969 Camaro. */
function bobs() {
  const bob = makeUser({ name: "Bob Ray" });
  const garage = makeGarage(bob);
  return { bob, garage, camaro: makeVehicle(garage, { make: "Chevrolet", model: "Camaro", year: 1969 }) };
}

const ada = () => makeUser({ name: "Ada Lovelace" });

/** What somebody is told, the newest first, with where it leads. */
function told(user: { id: number }): [string, string][] {
  const ids = db().select({ id: notifications.id, userId: notifications.userId }).from(notifications).all();
  const own = ids.filter(({ userId }) => userId === user.id).map(({ id }) => id);
  return listNotificationRows(user.id, own.reverse()).map((row) => [notificationText(row), notificationPath(row)]);
}

test("likes name who liked last, and say how many more there are", () => {
  const { bob, camaro } = bobs();
  const like = (userId: number) => {
    db().insert(likes).values({ userId, vehicleId: camaro.id, createdAt: now() }).run();
    notifyLike(userId, camaro);
    return told(bob)[0];
  };
  const path = `/vehicles/${camaro.id}`;
  expect(like(ada().id)).toEqual(["Ada Lovelace likes your 1969 Camaro", path]);
  expect(like(makeUser({ name: "Cy Young" }).id)).toEqual(["Cy Young and 1 other like your 1969 Camaro", path]);
  expect(like(makeUser({ name: "Di Gale" }).id)).toEqual(["Di Gale and 2 others like your 1969 Camaro", path]);
});

test("a vehicle is called by year and model, and by its make too where the model alone is no name", () => {
  const { bob, garage } = bobs();
  const said = (make: string, model: string) => {
    const vehicle = makeVehicle(garage, { make, model, year: 1984 });
    const { id } = ada();
    db().insert(likes).values({ userId: id, vehicleId: vehicle.id, createdAt: now() }).run();
    notifyLike(id, vehicle);
    return told(bob)[0]?.[0].replace(/^.*likes? your /, "");
  };
  expect(said("Lotus", "Esprit S1")).toBe("1984 Esprit S1");
  expect(said("Trabant", "601")).toBe("1984 Trabant 601");
  expect(said("Austin-Healey", "3000 Mk III")).toBe("1984 Austin-Healey 3000 Mk III");
  expect(said("BMW", "M3")).toBe("1984 BMW M3");
});

test("each kind has its words, and leads to what it is about", () => {
  const { bob, garage, camaro } = bobs();
  const [author, third, admin] = [ada(), makeUser({ name: "Cy Young" }), makeAdmin()];
  notifyFollow(author.id, bob.id);
  expect(told(bob)).toEqual([["Ada Lovelace now follows you", `/profile/${author.id}`]]);
  const own = makeGarage(author);
  expect(told(bob)).toEqual([["Ada Lovelace now follows you", `/garages/${own.id}`]]);

  addComment(viewerOf(third), camaro.id, { text: "First" });
  const comment = addComment(viewerOf(author), camaro.id, { text: "Nice" });
  db().delete(notifications).run();
  notifyComment(author.id, camaro, comment);
  const place = `/vehicles/${camaro.id}?comment=${comment}#comment-${comment}`;
  expect(told(bob)).toEqual([["Ada Lovelace commented on your 1969 Camaro", place]]);
  expect(told(third)).toEqual([["Ada Lovelace also commented on Bob Ray's 1969 Camaro", place]]);
  const answer = addComment(viewerOf(bob), camaro.id, { text: "Thanks" });
  db().delete(notifications).run();
  notifyComment(bob.id, camaro, answer);
  expect(told(third)[0]?.[0]).toBe("Bob Ray also commented on their 1969 Camaro");

  const { id: review } = db().transaction(() => {
    reviewGarage(viewerOf(author), garage.id, { rating: 5, review: "Tidy." });
    return db().query.reviews.findFirst().sync()!;
  });
  db().delete(notifications).run();
  notifyReview(author.id, bob.id, review);
  expect(told(bob)).toEqual([
    ["Ada Lovelace reviewed your garage", `/garages/${garage.id}/reviews?review=${review}#review-${review}`],
  ]);

  db().delete(notifications).run();
  const event = makeEvent(bob, { title: "Cars & Coffee", startDate: "2031-06-01", endDate: "2031-06-01" });
  notifyDecision({ id: event.id, userId: bob.id }, "approved", author.id);
  notifyDecision({ id: event.id, userId: bob.id }, "rejected", author.id);
  attendEvent(viewerOf(author), event.id, {});
  for (const what of ["cancelled", "changed", "tomorrow", "today"] as const) notifyGoers(event.id, what, null);
  const at = `/events/${event.id}`;
  expect(told(bob)).toEqual([
    ["Your event “Cars & Coffee” was not accepted", at],
    ["Your event “Cars & Coffee” was approved", at],
  ]);
  expect(told(author)).toEqual([
    ["“Cars & Coffee” is today", at],
    ["“Cars & Coffee” is tomorrow", at],
    ["“Cars & Coffee” has changed", at],
    ["“Cars & Coffee” was cancelled", at],
  ]);

  db().delete(notifications).run();
  const ticket = (subject: string) =>
    db()
      .insert(tickets)
      .values({
        ...{ subject, subjectFolded: subject, category: "Bug Report", description: "", name: "", email: "" },
        ...{ status: "New", userId: bob.id, createdAt: now(), updatedAt: now() },
      })
      .returning()
      .get();
  const { id } = ticket("Oil leak");
  for (const step of ["answered", "In Progress", "Closed"]) notifyTicket({ id, userId: bob.id }, step, author.id);
  expect(told(bob)).toEqual([
    ["Your request “Oil leak” was closed", `/toolbox#request-${id}`],
    ["Your request “Oil leak” is in progress", `/toolbox#request-${id}`],
    ["Your request “Oil leak” was answered", `/toolbox#request-${id}`],
  ]);
  ticket("Rust");
  makeEvent(bob, { status: "pending" });
  notifyAdmins("tickets", bob.id);
  notifyAdmins("events", bob.id);
  expect(told(admin)).toEqual([
    ["1 event is waiting for a decision", "/admin/events"],
    ["2 requests in the Tool Box are open", "/admin/tickets"],
  ]);
});

test("only a person's own rows, and none that are hidden", () => {
  const { bob, camaro } = bobs();
  const author = ada();
  addComment(viewerOf(author), camaro.id, { text: "Nice" });
  const ids = db()
    .select({ id: notifications.id })
    .from(notifications)
    .all()
    .map(({ id }) => id);
  expect(listNotificationRows(bob.id, ids)).toHaveLength(1);
  expect(listNotificationRows(author.id, ids)).toEqual([]);
  db().update(notifications).set({ hidden: true }).run();
  expect(listNotificationRows(bob.id, ids)).toEqual([]);
});

test("news are one a garage and day, since the follow, with what was added", () => {
  const owner = makeOwner({ name: "Ada Lovelace" });
  const fan = makeUser();
  const unseen = (after = 0) => listUnseenNews(fan.id, { after, limit: 100 });
  const lines = () => unseen().map((group) => [notificationText(group), notificationPath(group)]);
  db().insert(follows).values({ followerId: fan.id, followedId: owner.user.id, createdAt: now() }).run();
  expect(lines()).toEqual([]);
  const entry = makeEntry(owner.vehicle);
  expect(lines()).toEqual([["Ada Lovelace added a build entry", `/build/${entry.id}`]]);
  makePhoto(owner.vehicle);
  makePhoto(owner.vehicle, { position: 2 });
  const garage = `/garages/${owner.garage.id}`;
  expect(lines()).toEqual([["Ada Lovelace added 2 photos and a build entry", garage]]);
  const second = makeVehicle(owner.garage);
  expect(lines()).toEqual([["Ada Lovelace added a vehicle, 2 photos and a build entry", garage]]);
  const before = time;
  time += DAY;
  const third = makeVehicle(owner.garage);
  expect(lines()).toEqual([
    ["Ada Lovelace added a vehicle", `/vehicles/${third.id}`],
    ["Ada Lovelace added a vehicle, 2 photos and a build entry", garage],
  ]);
  expect(unseen(before).map(toldId)).toEqual([`news-${owner.user.id}-${Math.floor(time / DAY)}`]);
  db().update(follows).set({ newsSeenAt: second.createdAt }).run();
  expect(unseen()).toHaveLength(1);
  time += 31 * DAY - HOUR;
  expect(unseen()).toEqual([]);
});

test("a fixed few look-ups, however much there is", () => {
  const [rows] = statementsOf(() => listNotificationRows(1, [1]));
  expect(planOf(rows!).filter((line) => /^(SCAN|SEARCH) notifications/.test(line))).toEqual([
    "SEARCH notifications USING INTEGER PRIMARY KEY (rowid=?)",
  ]);
  expect(slowSteps(rows!)).toEqual([]);
  const [unseen] = statementsOf(() => listUnseenNews(1, { after: 0, limit: 10 }));
  const plan = planOf(unseen!);
  expect(plan.filter((line) => /\bfollows\b/.test(line))).toEqual([
    expect.stringMatching(
      /^SEARCH follows USING COVERING INDEX follows_news \(follower_id=\? AND hidden=\? AND muted=\?\)/,
    ),
  ]);
  expect(
    plan
      .filter((line) => /(newest|next|older)/.test(line))
      .every((line) => /COVERING INDEX activities_owner/.test(line)),
  ).toBe(true);
  const day = { followedId: 1, since: 0, newestAt: 1, isRead: false };
  const [groups] = statementsOf(() => listNewsGroups([day]));
  expect(planOf(groups!).filter((line) => /activities/.test(line))).toEqual([
    expect.stringMatching(
      /USING INDEX activities_owner \(user_id=\? AND hidden=\? AND created_at>\? AND created_at<\?\)/,
    ),
  ]);
});
