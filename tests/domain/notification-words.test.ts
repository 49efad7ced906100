import { beforeEach, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { blocks, events, follows, likes, notifications, reviews, tickets, users } from "~/db/schema";
import { setUserActive } from "~/features/accounts/admins.server";
import type { Viewer } from "~/features/accounts/policy";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { submitEvent } from "~/features/events/commands.server";
import { approveEvent, rejectEvent } from "~/features/events/decisions.server";
import { itemId } from "~/features/notifications/kinds";
import { listItems } from "~/features/notifications/list.server";
import { notificationPath, notificationQuote, notificationText } from "~/features/notifications/messages";
import {
  notifyAttendees,
  notifyComment,
  notifyDecision,
  notifyFollow,
  notifyLike,
  notifyReview,
  notifyStaff,
  notifyTicket,
} from "~/features/notifications/notify.server";
import { listGarageNews, listNotificationRows, listUnseenGarageNews } from "~/features/notifications/rows.server";
import { addComment, deleteComment } from "~/features/social/comments.server";
import { followUser, setLike, unfollowUser } from "~/features/social/reactions.server";
import { deleteReview, reviewGarage } from "~/features/social/reviews.server";
import { changeTicketStatus, replyToTicket, submitTicket } from "~/features/tickets/commands.server";
import { DAY, HOUR, now, setClock } from "~/lib/time";
import { tickingClock } from "../support/clock";
import { makeEvent } from "../support/events";
import { GOOD_EVENT } from "../support/good-event";
import type { GarageRow, UserRow, VehicleRow } from "../support/make-rows";
import {
  admin,
  makeEntry,
  makeGarage,
  makeOwner,
  makePhoto,
  makeUser,
  makeVehicle,
  viewerOf,
} from "../support/make-rows";
import { forbiddenSteps, planOf, statementsOf } from "../support/query-plans";
import { allRows, changeRow, findRow, insertRow, removeRow } from "../support/rows";

const clock = tickingClock();

function bobs() {
  const bob = makeUser({ name: "Bob Ray" });
  const garage = makeGarage(bob);
  return { bob, garage, camaro: makeVehicle(garage, { make: "Chevrolet", model: "Camaro", year: 1969 }) };
}

const REQUEST = { category: "Bug Report", subject: "Upside down", description: "Photos lie on their heads." } as const;

const lovelace = () => makeUser({ name: "Ada Lovelace" });

function summarize(user: { id: number }): [string, string][] {
  const ownRows = allRows(notifications).filter(({ userId }) => userId === user.id);
  const ids = ownRows.map(({ id }) => id);
  return listNotificationRows(user.id, ids.reverse()).map((row) => [notificationText(row), notificationPath(row)]);
}

test("likes name the last user and the number of others", () => {
  const { bob, camaro } = bobs();
  const like = (userId: number) => {
    insertRow(likes, { userId, vehicleId: camaro.id, createdAt: now() });
    notifyLike(userId, camaro);
    return summarize(bob)[0];
  };
  const path = `/vehicles/${camaro.id}`;
  expect(like(lovelace().id)).toEqual(["Ada Lovelace likes your 1969 Camaro", path]);
  expect(like(makeUser({ name: "Cy Young" }).id)).toEqual(["Cy Young and 1 other like your 1969 Camaro", path]);
  expect(like(makeUser({ name: "Di Gale" }).id)).toEqual(["Di Gale and 2 others like your 1969 Camaro", path]);
});

test("a vehicle is named by year and model, and by its make too if the model alone is no name", () => {
  const { bob, garage } = bobs();
  const messageFor = (make: string, model: string) => {
    const vehicle = makeVehicle(garage, { make, model, year: 1984 });
    const { id } = lovelace();
    insertRow(likes, { userId: id, vehicleId: vehicle.id, createdAt: now() });
    notifyLike(id, vehicle);
    return summarize(bob)[0]?.[0].replace(/^.*likes? your /, "");
  };
  expect(messageFor("Lotus", "Esprit S1")).toBe("1984 Esprit S1");
  expect(messageFor("Trabant", "601")).toBe("1984 Trabant 601");
  expect(messageFor("Austin-Healey", "3000 Mk III")).toBe("1984 Austin-Healey 3000 Mk III");
  expect(messageFor("BMW", "M3")).toBe("1984 BMW M3");
});

test("each kind has its words, and leads to what it is about", () => {
  const { bob, garage, camaro } = bobs();
  const [author, third, grace] = [lovelace(), makeUser({ name: "Cy Young" }), admin()];
  const say = (user: UserRow) => addComment(viewerOf(user), camaro.id, { text: "Nice" });
  const [, comment, answer] = [say(third), say(author), say(bob)];
  reviewGarage(viewerOf(author), garage.id, { rating: 5, review: "Tidy." });
  const review = allRows(reviews)[0]!.id;
  const event = makeEvent(bob, { title: "Cars & Coffee", startDate: "2031-06-01", endDate: "2031-06-01" });
  attendEvent(viewerOf(author), event.id, {});
  const [ticket] = [submitTicket(viewerOf(bob), { ...REQUEST, subject: "Oil leak" }), submitTicket(null, REQUEST)];
  makeEvent(bob, { status: "pending" });
  const decide = (decision: string) => () =>
    notifyDecision({ id: event.id, userId: bob.id }, decision as never, author.id);
  const attendees = (name: string) => () => notifyAttendees(event.id, name as never, null);
  const step = (outcome: string) => () => notifyTicket({ id: ticket.id, userId: bob.id }, outcome, author.id);
  const place = (id: number) => `/vehicles/${camaro.id}?comment=${id}#comment-${id}`;
  const [at, request] = [`/events/${event.id}`, `/toolbox#request-${ticket.id}`];
  const follow = () => notifyFollow(author.id, bob.id);
  for (const [act, recipient, text, path] of [
    [follow, bob, "Ada Lovelace now follows you", `/profile/${author.id}`],
    [() => makeGarage(author, { id: 99 }) && follow(), bob, "Ada Lovelace now follows you", "/garages/99"],
    [() => notifyComment(comment!), bob, "Ada Lovelace commented on your 1969 Camaro", place(comment!)],
    [() => notifyComment(comment!), third, "Ada Lovelace also commented on Bob Ray’s 1969 Camaro", place(comment!)],
    [() => notifyComment(answer!), third, "Bob Ray also commented on their 1969 Camaro", place(answer!)],
    [
      ...[() => notifyReview(review), bob, "Ada Lovelace reviewed your garage"],
      `/garages/${garage.id}/reviews?review=${review}#review-${review}`,
    ],
    [decide("approved"), bob, "Your event “Cars & Coffee” was approved", at],
    [decide("rejected"), bob, "Your event “Cars & Coffee” was not accepted", at],
    [attendees("cancelled"), author, "“Cars & Coffee” was cancelled", at],
    [attendees("changed"), author, "“Cars & Coffee” has changed", at],
    [attendees("tomorrow"), author, "“Cars & Coffee” is tomorrow", at],
    [attendees("today"), author, "“Cars & Coffee” is today", at],
    [step("answered"), bob, "Your request “Oil leak” was answered", request],
    [step("In Progress"), bob, "Your request “Oil leak” is in progress", request],
    [step("Closed"), bob, "Your request “Oil leak” was closed", request],
    [() => notifyStaff("tickets", bob.id), grace, "2 requests in the Tool Box are open", "/admin/tickets"],
    [() => notifyStaff("events", bob.id), grace, "1 event is waiting for a decision", "/moderation/events"],
  ] as [() => unknown, { id: number }, string, string][]) {
    db().delete(notifications).run();
    act();
    expect(summarize(recipient)).toEqual([[text, path]]);
  }
});

test("each quotes at most 120 characters of the comment, review, answer or reason", () => {
  const { bob, garage, camaro } = bobs();
  const author = lovelace();
  const newest = () => listItems(viewerOf(bob), { page: 1, limit: 1 }).rows[0]!;
  const event = makeEvent(bob, { status: "pending" });
  const ticket = submitTicket(viewerOf(bob), REQUEST);
  const staff = admin();
  for (const [act, quote] of [
    [() => addComment(viewerOf(author), camaro.id, { text: "Nice,\n\nvery nice" }), "Nice, very nice"],
    [() => addComment(viewerOf(author), camaro.id, { text: "word ".repeat(100) }), `${"word ".repeat(22)}word …`],
    [() => reviewGarage(viewerOf(author), garage.id, { rating: 5, review: "Tidy." }), "Tidy."],
    [() => replyToTicket(viewerOf(staff), ticket.id, "Turn it."), "Turn it."],
    [() => rejectEvent(viewerOf(staff), event.id, "Too far away."), "Too far away."],
    [() => followUser(viewerOf(author), bob.id), ""],
  ] as [() => unknown, string][]) {
    act();
    expect(notificationQuote(newest())).toBe(quote);
    expect(quote.length).toBeLessThanOrEqual(120);
  }
});

test("hidden ones and other users' are omitted", () => {
  const { bob } = bobs();
  notifyFollow(lovelace().id, bob.id);
  const { id } = allRows(notifications)[0]!;
  expect([summarize(bob).length, listNotificationRows(lovelace().id, [id])]).toEqual([1, []]);
  changeRow(notifications, id, { hidden: true });
  expect(summarize(bob)).toEqual([]);
});

test("news are one a garage and day, since the follow, with what was added", () => {
  const owner = makeOwner({ name: "Ada Lovelace" });
  const fan = makeUser();
  const unseen = (after = 0) => listUnseenGarageNews(fan.id, { after, limit: 100 });
  const lines = () => unseen().map((group) => [notificationText(group), notificationPath(group)]);
  insertRow(follows, { followerId: fan.id, followedId: owner.user.id, createdAt: now() });
  expect(lines()).toEqual([]);
  const entry = makeEntry(owner.vehicle);
  expect(lines()).toEqual([["Ada Lovelace added a build entry to their 1967 Elan", `/build/${entry.id}`]]);
  makePhoto(owner.vehicle);
  makePhoto(owner.vehicle, { position: 2 });
  const garage = `/garages/${owner.garage.id}`;
  expect(lines()).toEqual([["Ada Lovelace added 2 photos and a build entry to their 1967 Elan", garage]]);
  const second = makeVehicle(owner.garage);
  expect(lines()).toEqual([["Ada Lovelace added a vehicle, 2 photos and a build entry", garage]]);
  const before = clock.time;
  clock.time += DAY;
  const third = makeVehicle(owner.garage);
  expect(lines()).toEqual([
    ["Ada Lovelace added a vehicle: 1967 Elan", `/vehicles/${third.id}`],
    ["Ada Lovelace added a vehicle, 2 photos and a build entry", garage],
  ]);
  expect(unseen(before).map(itemId)).toEqual([`news-${owner.user.id}-${Math.floor(clock.time / DAY)}`]);
  db().update(follows).set({ newsSeenAt: second.createdAt }).run();
  expect(unseen()).toHaveLength(1);
  clock.time += 31 * DAY - HOUR;
  expect(unseen()).toEqual([]);
});

test("a fixed few look-ups, however much there is", () => {
  const [rows] = statementsOf(() => listNotificationRows(1, [1]));
  const steps = (statement: string, of: RegExp) => planOf(statement).filter((line) => of.test(line));
  const byId = "SEARCH notifications USING INTEGER PRIMARY KEY (rowid=?)";
  expect([steps(rows!, /^(SCAN|SEARCH) notifications/), forbiddenSteps(rows!)]).toEqual([[byId], []]);
  const [unseen] = statementsOf(() => listUnseenGarageNews(1, { after: 0, limit: 10 }));
  const followed = /^SEARCH follows USING COVERING INDEX follows_news \(follower_id=\? AND hidden=\? AND muted=\?\)/;
  expect(steps(unseen!, /\bfollows\b/)).toEqual([expect.stringMatching(followed)]);
  const addedSteps = steps(unseen!, /(newest|next|older)/);
  expect(addedSteps.filter((line) => !/COVERING INDEX activities_owner/.test(line))).toEqual([]);
  const day = { followedId: 1, since: 0, newestAt: 1, isRead: false };
  const [groups] = statementsOf(() => listGarageNews([day]));
  const ofDay = /USING INDEX activities_owner \(user_id=\? AND hidden=\? AND created_at>\? AND created_at<\?\)/;
  expect(steps(groups!, /activities/)).toEqual([expect.stringMatching(ofDay)]);
});

let owner: UserRow;
let ada: UserRow;
let bob: UserRow;
let garage: GarageRow;
let vehicle: VehicleRow;

beforeEach(() => {
  ({ user: owner, garage, vehicle } = makeOwner());
  [ada, bob] = [makeUser(), makeUser()];
});

const rowsOf = (user: { id: number }) =>
  allRows(notifications).filter(({ userId, hidden }) => userId === user.id && !hidden);
const kindsOf = (user: { id: number }) => rowsOf(user).map(({ kind, detail }) => (detail ? `${kind} ${detail}` : kind));
const unreadOf = ({ id }: { id: number }) => findRow(users, id)?.unreadCount;
const read = () => void db().update(notifications).set({ isRead: true }).run();

/** Each returns its undo. */
const ACTS: Record<string, (viewer: Viewer) => () => unknown> = {
  follow: (viewer) => {
    followUser(viewer, owner.id);
    return () => unfollowUser(viewer, owner.id);
  },
  like: (viewer) => {
    setLike(viewer, vehicle.id, true);
    return () => setLike(viewer, vehicle.id, false);
  },
  comment: (viewer) => {
    const id = addComment(viewer, vehicle.id, { text: "Nice" });
    return () => deleteComment(viewer, id);
  },
  review: (viewer) => {
    const { id } = reviewGarage(viewer, garage.id, { rating: 5, review: "Good" });
    return () => deleteReview(viewer, id);
  },
};

test.each(Object.entries(ACTS))(
  "a %s notifies the owner until it ends or its user is deleted, not while deactivated, muted or blocked",
  (kind, start) => {
    const act = (user: typeof ada) => start(viewerOf(user));
    const end = act(ada);
    expect([kindsOf(owner), unreadOf(owner)]).toEqual([[kind], 1]);
    end();
    expect([kindsOf(owner), unreadOf(owner)]).toEqual([[], 0]);
    act(ada);
    const grace = admin();
    setUserActive(grace, ada.id, { active: false });
    expect([kindsOf(owner), unreadOf(owner)]).toEqual([[], 0]);
    setUserActive(grace, ada.id, { active: true });
    expect([kindsOf(owner), unreadOf(owner)]).toEqual([[kind], 1]);
    insertRow(blocks, { userId: owner.id, otherId: ada.id, kind: "mute", createdAt: now() });
    expect([kindsOf(owner), unreadOf(owner)]).toEqual([[], 0]);
    db().delete(blocks).run();
    expect(unreadOf(owner)).toBe(1);
    if (kind !== "like") {
      insertRow(blocks, { userId: owner.id, otherId: ada.id, kind: "block", createdAt: now() });
      expect([kindsOf(owner), unreadOf(owner)]).toEqual([[], 0]);
    }
    removeRow(users, ada.id);
    expect(allRows(notifications).filter(({ userId }) => userId === owner.id)).toEqual([]);
    // Muted users notify nobody.
    insertRow(blocks, { userId: owner.id, otherId: bob.id, kind: "mute", createdAt: now() });
    act(bob);
    db().delete(blocks).run();
    expect(kindsOf(owner)).toEqual([]);
  },
);

test("a second like, follow or review changes nothing", () => {
  const actAgain = () => {
    for (const kind of ["follow", "like", "review"]) ACTS[kind]!(viewerOf(ada));
  };
  for (let times = 0; times < 2; times += 1) actAgain();
  expect(kindsOf(owner)).toEqual(["follow", "like", "review"]);
  read();
  actAgain();
  expect(unreadOf(owner)).toBe(0);
});

test("likes are grouped by vehicle and UTC day; a new one makes the group unread again", () => {
  const noon = Date.UTC(2026, 4, 1, 12);
  setClock(() => noon);
  setLike(viewerOf(ada), vehicle.id, true);
  setLike(viewerOf(ada), makeVehicle(garage).id, true);
  read();
  setLike(viewerOf(bob), vehicle.id, true);
  expect(rowsOf(owner)).toMatchObject([
    { vehicleId: vehicle.id, count: 2, isRead: false },
    { count: 1, isRead: true },
  ]);
  setClock(() => noon + DAY / 2);
  setLike(viewerOf(makeUser()), vehicle.id, true);
  expect(rowsOf(owner)).toHaveLength(3);
  expect(unreadOf(owner)).toBe(2);
});

test("a like at the end of a day is removed when it is withdrawn", () => {
  let [time, step] = [Date.UTC(2026, 4, 2) - 1, 1];
  setClock(() => {
    time += step;
    return time - step;
  });
  setLike(viewerOf(ada), vehicle.id, true);
  step = DAY;
  setLike(viewerOf(ada), vehicle.id, false);
  expect([rowsOf(owner), unreadOf(owner)]).toEqual([[], 0]);
});

test("a comment notifies earlier commenters once each, and the owner only as the owner", () => {
  const first = addComment(viewerOf(ada), vehicle.id, { text: "One" });
  addComment(viewerOf(ada), vehicle.id, { text: "Two" });
  addComment(viewerOf(owner), vehicle.id, { text: "Thanks" });
  read();
  addComment(viewerOf(bob), vehicle.id, { text: "Three", parent: first });
  expect(kindsOf(ada)).toEqual(["reply", "reply"]);
  expect(unreadOf(ada)).toBe(1);
  expect(kindsOf(owner)).toEqual(["comment", "comment", "comment"]);
  setUserActive(admin(), owner.id, { active: false });
  expect(kindsOf(ada)).toEqual([]);
});

test("the submitter is notified of a decision, and admins of the number of pending events", async () => {
  const [grace, otherAdmin] = [admin(), admin()];
  const submit = () => submitEvent(viewerOf(ada), { ...GOOD_EVENT, allDay: false } as never, {});
  const [firstEvent, secondEvent] = [await submit(), await submit()];
  expect(rowsOf(grace)).toMatchObject([{ kind: "admin", detail: "events", count: 2 }]);
  expect(unreadOf(grace)).toBe(1);
  approveEvent(otherAdmin, firstEvent);
  expect(rowsOf(grace)).toMatchObject([{ count: 1 }]);
  rejectEvent(otherAdmin, secondEvent, "Too loud");
  expect(kindsOf(ada)).toEqual(["decision approved", "decision rejected"]);
  expect([kindsOf(grace), kindsOf(otherAdmin), unreadOf(grace)]).toEqual([[], [], 0]);
  db().delete(events).run();
  expect([kindsOf(ada), unreadOf(ada)]).toEqual([[], 0]);
});

test("a ticket's sender is notified of replies and steps, and admins of the number of open ones", () => {
  const [grace, otherAdmin] = [admin(), admin()];
  const { id } = submitTicket(viewerOf(ada), REQUEST);
  submitTicket(null, REQUEST);
  expect(rowsOf(otherAdmin)).toMatchObject([{ kind: "admin", detail: "tickets", count: 2 }]);
  replyToTicket(grace, id, "Turn the phone");
  changeTicketStatus(grace, id, "In Progress");
  changeTicketStatus(grace, id, "Closed");
  expect(kindsOf(ada)).toEqual(["ticket answered", "ticket In Progress", "ticket Closed"]);
  expect(rowsOf(otherAdmin)).toMatchObject([{ count: 1 }]);
  db().delete(tickets).run();
  expect([kindsOf(ada), kindsOf(otherAdmin)]).toEqual([[], []]);
});
