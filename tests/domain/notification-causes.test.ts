import { and, asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { blocks, events, mutes, notifications, tickets, users } from "~/db/schema";
import { submitEvent } from "~/features/events/commands.server";
import { approveEvent, rejectEvent } from "~/features/events/decisions.server";
import { setUserActive } from "~/features/moderation/commands.server";
import { addComment, deleteComment } from "~/features/social/comments.server";
import { followUser, unfollowUser } from "~/features/social/follows.server";
import { setLike } from "~/features/social/likes.server";
import { deleteReview, reviewGarage } from "~/features/social/reviews.server";
import { changeTicketStatus, replyToTicket, submitTicket } from "~/features/tickets/commands.server";
import { DAY, now, setClock } from "~/lib/time";
import { makeEvent } from "../support/events";
import { GOOD_EVENT } from "../support/good-event";
import { makeAdmin, makeGarage, makeUser, makeVehicle, viewerOf } from "../support/people";

const REQUEST = {
  category: "Bug Report",
  subject: "Upside down",
  description: "My photos lie on their heads.",
} as const;

let owner: ReturnType<typeof makeUser>;
let ada: ReturnType<typeof makeUser>;
let bob: ReturnType<typeof makeUser>;
let garage: ReturnType<typeof makeGarage>;
let vehicle: ReturnType<typeof makeVehicle>;

beforeEach(() => {
  [owner, ada, bob] = [makeUser(), makeUser(), makeUser()];
  garage = makeGarage(owner);
  vehicle = makeVehicle(garage);
});

const rowsOf = (user: { id: number }) =>
  db()
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, user.id), eq(notifications.hidden, false)))
    .orderBy(asc(notifications.id))
    .all();
const kindsOf = (user: { id: number }) => rowsOf(user).map(({ kind, detail }) => (detail ? `${kind} ${detail}` : kind));
const unreadOf = ({ id }: { id: number }) =>
  db().select({ unread: users.unreadCount }).from(users).where(eq(users.id, id)).get()?.unread;
const read = () => void db().update(notifications).set({ isRead: true }).run();

/** What one person does to what is the owner's; and how it ends. */
const ACTS = [
  {
    kind: "follow",
    act: (who: typeof ada) => followUser(viewerOf(who), owner.id),
    end: (who: typeof ada) => unfollowUser(viewerOf(who), owner.id),
  },
  {
    kind: "like",
    act: (who: typeof ada) => setLike(viewerOf(who), vehicle.id, true),
    end: (who: typeof ada) => setLike(viewerOf(who), vehicle.id, false),
  },
  {
    kind: "comment",
    act: (who: typeof ada) => addComment(viewerOf(who), vehicle.id, { text: "Nice" }),
    end: (who: typeof ada, made: unknown) => deleteComment(viewerOf(who), made as number),
  },
  {
    kind: "review",
    act: (who: typeof ada) => reviewGarage(viewerOf(who), garage.id, { rating: 5, review: "Good" }),
    end: (who: typeof ada, made: unknown) => deleteReview(viewerOf(who), (made as { id: number }).id),
  },
];

describe.each(ACTS)("$kind", ({ kind, act, end }) => {
  test("tells the owner, until it ends", () => {
    const made = act(ada);
    expect(kindsOf(owner)).toEqual([kind]);
    expect(unreadOf(owner)).toBe(1);
    end(ada, made);
    expect(kindsOf(owner)).toEqual([]);
    expect(unreadOf(owner)).toBe(0);
  });

  test("goes with the person, and is away while they are deactivated, muted or blocked", () => {
    act(ada);
    const admin = viewerOf(makeAdmin());
    setUserActive(admin, ada.id, { active: false });
    expect([kindsOf(owner), unreadOf(owner)]).toEqual([[], 0]);
    setUserActive(admin, ada.id, { active: true });
    expect([kindsOf(owner), unreadOf(owner)]).toEqual([[kind], 1]);
    db().insert(mutes).values({ userId: owner.id, mutedId: ada.id, createdAt: now() }).run();
    expect([kindsOf(owner), unreadOf(owner)]).toEqual([[], 0]);
    db().delete(mutes).run();
    expect(unreadOf(owner)).toBe(1);
    if (kind !== "like") {
      db().insert(blocks).values({ userId: owner.id, blockedId: ada.id, createdAt: now() }).run();
      expect([kindsOf(owner), unreadOf(owner)]).toEqual([[], 0]);
    }
    db().delete(users).where(eq(users.id, ada.id)).run();
    expect(db().select().from(notifications).where(eq(notifications.userId, owner.id)).all()).toEqual([]);
  });

  test("of somebody muted is not made", () => {
    db().insert(mutes).values({ userId: owner.id, mutedId: ada.id, createdAt: now() }).run();
    act(ada);
    db().delete(mutes).run();
    expect(kindsOf(owner)).toEqual([]);
  });
});

test("nobody is told of what they do themselves", () => {
  setLike(viewerOf(owner), vehicle.id, true);
  addComment(viewerOf(owner), vehicle.id, { text: "Mine" });
  const admin = makeAdmin();
  const event = makeEvent(admin, { status: "pending" });
  approveEvent(viewerOf(admin), event.id);
  const ticket = submitTicket(viewerOf(admin), REQUEST);
  changeTicketStatus(viewerOf(admin), ticket.id, "In Progress");
  replyToTicket(viewerOf(admin), ticket.id, "Done");
  expect([kindsOf(owner), kindsOf(admin)]).toEqual([[], []]);
});

test("a second like, follow or review changes nothing", () => {
  for (let times = 0; times < 2; times += 1)
    for (const { act } of ACTS.filter(({ kind }) => kind !== "comment")) act(ada);
  expect(kindsOf(owner)).toEqual(["follow", "like", "review"]);
  read();
  for (const { act } of ACTS.filter(({ kind }) => kind !== "comment")) act(ada);
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

test("a like that is written as the day ends goes when it is taken back", () => {
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

test("a comment tells those who commented before, once each, and the owner only as the owner", () => {
  const first = addComment(viewerOf(ada), vehicle.id, { text: "One" });
  addComment(viewerOf(ada), vehicle.id, { text: "Two" });
  addComment(viewerOf(owner), vehicle.id, { text: "Thanks" });
  read();
  addComment(viewerOf(bob), vehicle.id, { text: "Three", parent: first });
  expect(kindsOf(ada)).toEqual(["reply", "reply"]);
  expect(unreadOf(ada)).toBe(1);
  expect(kindsOf(owner)).toEqual(["comment", "comment", "comment"]);
  setUserActive(viewerOf(makeAdmin()), owner.id, { active: false });
  expect(kindsOf(ada)).toEqual([]);
});

test("the submitter is told of a decision, and admins how many events wait, until none does", async () => {
  const [admin, other] = [makeAdmin(), makeAdmin()];
  const submit = () => submitEvent(viewerOf(ada), { ...GOOD_EVENT, allDay: false } as never, {});
  const [one, two] = [await submit(), await submit()];
  expect(rowsOf(admin)).toMatchObject([{ kind: "admin", detail: "events", count: 2 }]);
  expect(unreadOf(admin)).toBe(1);
  approveEvent(viewerOf(other), one);
  expect(rowsOf(admin)).toMatchObject([{ count: 1 }]);
  rejectEvent(viewerOf(other), two, "Too loud");
  expect(kindsOf(ada)).toEqual(["decision approved", "decision rejected"]);
  expect([kindsOf(admin), kindsOf(other), unreadOf(admin)]).toEqual([[], [], 0]);
  db().delete(events).run();
  expect([kindsOf(ada), unreadOf(ada)]).toEqual([[], 0]);
});

test("who sent a request is told of answers and of every step, and admins how many are open", () => {
  const [admin, other] = [makeAdmin(), makeAdmin()];
  const { id } = submitTicket(viewerOf(ada), REQUEST);
  submitTicket(null, REQUEST);
  expect(rowsOf(other)).toMatchObject([{ kind: "admin", detail: "tickets", count: 2 }]);
  replyToTicket(viewerOf(admin), id, "Turn the phone");
  changeTicketStatus(viewerOf(admin), id, "In Progress");
  changeTicketStatus(viewerOf(admin), id, "Closed");
  expect(kindsOf(ada)).toEqual(["ticket answered", "ticket In Progress", "ticket Closed"]);
  expect(rowsOf(other)).toMatchObject([{ count: 1 }]);
  db().delete(tickets).run();
  expect([kindsOf(ada), kindsOf(other)]).toEqual([[], []]);
});

test("what waits is no longer the business of somebody who is no admin any more", () => {
  const admin = makeAdmin();
  submitTicket(null, REQUEST);
  db().update(users).set({ role: "user" }).where(eq(users.id, admin.id)).run();
  expect([kindsOf(admin), unreadOf(admin)]).toEqual([[], 0]);
});
