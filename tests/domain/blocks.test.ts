import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db } from "~/db/client.server";
import { blocks, follows, likes, mutes, reviews, users } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/delete-account.server";
import type { Viewer } from "~/features/accounts/policy";
import { blockUser, muteUser, unblockUser, unmuteUser } from "~/features/blocks/commands.server";
import { listPeopleJson } from "~/features/blocks/json.server";
import { listPeople } from "~/features/blocks/list.server";
import { findStanding } from "~/features/blocks/queries.server";
import { collectData } from "~/features/data-export/data.server";
import { listFeedJson } from "~/features/feed/json.server";
import { listFeed } from "~/features/feed/queries.server";
import { listComments } from "~/features/social/comment-threads.server";
import { addComment, deleteComment, getCommentToDelete } from "~/features/social/comments.server";
import { listFollowedGaragesJson } from "~/features/social/followed-garages.server";
import { followUser } from "~/features/social/follows.server";
import { listCommentsJson, listReviewsJson } from "~/features/social/json.server";
import { setLike } from "~/features/social/likes.server";
import { listReviews, reviewGarage } from "~/features/social/reviews.server";
import { getStanding } from "~/features/social/standing.server";
import { setClock } from "~/lib/time";
import { makeAdmin, makeOwner, makeUser, makeVehicle, viewerOf } from "../support/people";
import { wrongCounters } from "../support/population";
import { planOf, readsDuring, slowSteps, statementsOf } from "../support/query-plans";

let time = Date.UTC(2026, 4, 1, 12);
beforeEach(() => setClock(() => (time += 1000)));

const page = { page: 1, limit: 20 };
const activate = (user: { id: number }, active: boolean) =>
  db().update(users).set({ active }).where(eq(users.id, user.id)).run();
const refused = (code: string) => expect.objectContaining({ code });

/** Two people with a garage each, and a third one. */
function world() {
  const [ada, bob, cat] = [makeOwner({ name: "Ada" }), makeOwner({ name: "Bob" }), makeOwner({ name: "Cat" })];
  return { ada, bob, cat };
}

describe("a block", () => {
  test("ends follows and likes between the two, and nobody else's, and these do not come back", () => {
    const { ada, bob, cat } = world();
    const second = makeVehicle(bob.garage);
    for (const { viewer } of [ada, cat]) {
      followUser(viewer, bob.user.id);
      for (const { id } of [bob.vehicle, second]) setLike(viewer, id, true);
    }
    followUser(bob.viewer, ada.user.id);
    setLike(bob.viewer, ada.vehicle.id, true);
    setLike(ada.viewer, cat.vehicle.id, true);
    expect(blockUser(ada.viewer, bob.user.id)).toEqual({ isNew: true, blocks: true, mutes: false });
    expect(blockUser(ada.viewer, bob.user.id)).toMatchObject({ isNew: false, blocks: true });
    expect(unblockUser(ada.viewer, bob.user.id)).toEqual({ isNew: true, blocks: false, mutes: false });
    expect(unblockUser(ada.viewer, bob.user.id)).toMatchObject({ isNew: false });
    const left = db().select({ who: follows.followerId, whom: follows.followedId }).from(follows).all();
    expect(left).toEqual([{ who: cat.user.id, whom: bob.user.id }]);
    const liked = db().select({ who: likes.userId, what: likes.vehicleId }).from(likes).all();
    expect(liked).toHaveLength(3);
    expect(liked).toEqual(
      expect.arrayContaining([
        { who: cat.user.id, what: bob.vehicle.id },
        { who: cat.user.id, what: second.id },
        { who: ada.user.id, what: cat.vehicle.id },
      ]),
    );
    expect(wrongCounters(db().$client)).toEqual([]);
  });

  test.each([
    ["block", blockUser, unblockUser],
    ["mute", muteUser, unmuteUser],
  ])("is not for oneself and who is not there, and is undone for who went: %s", (_, act, undo) => {
    const { ada, bob } = world();
    const [gone, unverified] = [makeUser(), makeUser({ verifiedAt: null })];
    activate(gone, false);
    expect(() => act(ada.viewer, ada.user.id)).toThrow(refused("invalid"));
    for (const id of [gone.id, unverified.id, 987654]) {
      expect(() => act(ada.viewer, id)).toThrow(refused("not_found"));
      expect(() => undo(ada.viewer, id)).toThrow(refused("not_found"));
    }
    expect(undo(ada.viewer, bob.user.id)).toEqual({ isNew: false, blocks: false, mutes: false });
    act(ada.viewer, bob.user.id);
    activate(bob.user, false);
    expect(undo(ada.viewer, bob.user.id)).toEqual({ isNew: true, blocks: false, mutes: false });
  });

  test("is not for admins, whom none keeps from acting", () => {
    const { ada } = world();
    const [admin, late] = [makeAdmin(), makeUser()];
    expect(() => blockUser(ada.viewer, admin.id)).toThrow(refused("invalid"));
    expect(getStanding(ada.viewer, ada.garage.id, admin.id).peace).toMatchObject({ viewerCanBlock: false });
    blockUser(ada.viewer, late.id);
    db().update(users).set({ role: "admin" }).where(eq(users.id, late.id)).run();
    setLike(viewerOf(late), ada.vehicle.id, true);
    reviewGarage(viewerOf(late), ada.garage.id, { rating: 4, review: "Tidy." });
    expect(addComment(viewerOf(late), ada.vehicle.id, { text: "Hi" })).toBeGreaterThan(0);
    expect(followUser(viewerOf(late), ada.user.id).following).toEqual([ada.user.id]);
  });

  test("shows who blocked what can be done, and tells the other one nothing", () => {
    const { ada, bob } = world();
    blockUser(ada.viewer, bob.user.id);
    muteUser(ada.viewer, bob.user.id);
    expect(getStanding(ada.viewer, bob.garage.id, bob.user.id)).toMatchObject({
      follow: { viewerCanFollow: false },
      reviewForm: { viewerCanReview: false },
      peace: { userId: String(bob.user.id), blocked: true, muted: true, viewerCanBlock: true },
    });
    expect(getStanding(bob.viewer, ada.garage.id, ada.user.id)).toMatchObject({
      follow: { viewerCanFollow: true },
      reviewForm: { viewerCanReview: true },
      peace: { blocked: false, muted: false },
    });
  });
});

describe("what the blocked one said", () => {
  const textsOf = (rows: { text: string }[]) => rows.map(({ text }) => text);
  const reviewsOf = (rows: { review: string }[]) => rows.map(({ review }) => review);

  test("is hidden to who blocked, in every list, and to nobody else; counts stay", () => {
    const { ada, bob, cat } = world();
    for (const { vehicle } of [ada, cat]) {
      const first = addComment(bob.viewer, vehicle.id, { text: "From Bob" });
      addComment(cat.viewer, vehicle.id, { text: "To Bob", parent: first });
      addComment(cat.viewer, vehicle.id, { text: "From Cat" });
    }
    const other = makeOwner();
    for (const { viewer, user } of [bob, cat]) {
      reviewGarage(viewer, other.garage.id, { rating: 4, review: `From ${user.name}` });
    }
    blockUser(ada.viewer, bob.user.id);
    for (const { vehicle } of [ada, cat]) {
      const shown = listComments(vehicle.id, ada.viewer, page);
      expect(shown).toMatchObject({ total: 3, lastPage: 1, withheld: [shown.rows[0]?.threadId] });
      expect(textsOf(shown.rows)).toEqual(["To Bob", "From Cat"]);
      const json = listCommentsJson(vehicle.id, page, ada.viewer);
      expect([json.total, textsOf(json.rows)]).toEqual([3, ["To Bob", "From Cat"]]);
      for (const viewer of [null, bob.viewer, cat.viewer]) {
        const all = listComments(vehicle.id, viewer, page);
        expect(all).not.toHaveProperty("withheld");
        expect(textsOf(all.rows)).toEqual(["From Bob", "To Bob", "From Cat"]);
        expect(listCommentsJson(vehicle.id, page, viewer).rows).toHaveLength(3);
      }
    }
    expect(reviewsOf(listReviews(other.garage.id, ada.viewer, page).rows)).toEqual(["From Cat"]);
    expect(listReviewsJson(other.garage.id, page, ada.viewer)).toMatchObject({
      total: 2,
      rows: [{ review: "From Cat" }],
    });
    for (const viewer of [null, bob.viewer, cat.viewer]) {
      expect(reviewsOf(listReviews(other.garage.id, viewer, page).rows)).toEqual(["From Cat", "From Bob"]);
      expect(listReviewsJson(other.garage.id, page, viewer).rows).toHaveLength(2);
    }
    unblockUser(ada.viewer, bob.user.id);
    expect(listComments(ada.vehicle.id, ada.viewer, page).rows).toHaveLength(3);
  });

  test("leaves the pages as they are: some have fewer rows, and a thread goes on where it did", () => {
    const { ada, bob, cat } = world();
    const at = (number: number) => listComments(cat.vehicle.id, ada.viewer, { page: number, limit: 2 });
    const first = addComment(bob.viewer, cat.vehicle.id, { text: "1" });
    for (const text of ["2", "3"]) addComment(bob.viewer, cat.vehicle.id, { text, parent: first });
    for (const text of ["4", "5"]) addComment(cat.viewer, cat.vehicle.id, { text, parent: first });
    blockUser(ada.viewer, bob.user.id);
    expect(at(1)).toMatchObject({ total: 5, rows: [], withheld: expect.any(Array) });
    expect([textsOf(at(2).rows), at(2).continues]).toEqual([["4", "5"], true]);
  });

  test("that goes on from the page before leaves no word about it where nothing of it is shown", () => {
    const { ada, bob, cat } = world();
    const first = addComment(bob.viewer, cat.vehicle.id, { text: "1" });
    for (const text of ["2", "3", "4", "5"]) addComment(bob.viewer, cat.vehicle.id, { text, parent: first });
    addComment(cat.viewer, cat.vehicle.id, { text: "6" });
    const second = (viewer: Viewer) => listComments(cat.vehicle.id, viewer, { page: 2, limit: 3 });
    expect([textsOf(second(ada.viewer).rows), second(ada.viewer).continues]).toEqual([["4", "5", "6"], true]);
    blockUser(ada.viewer, bob.user.id);
    expect([textsOf(second(ada.viewer).rows), second(ada.viewer).continues]).toEqual([["6"], false]);
  });

  test("is not there for who blocked, who may not delete it either; an admin may", () => {
    const { ada, bob } = world();
    const id = addComment(bob.viewer, ada.vehicle.id, { text: "From Bob" });
    blockUser(ada.viewer, bob.user.id);
    expect(() => getCommentToDelete(id, ada.viewer)).toThrow(refused("not_found"));
    expect(() => deleteComment(ada.viewer, id)).toThrow(refused("not_found"));
    const admin = makeAdmin();
    blockUser(viewerOf(admin), bob.user.id);
    expect(getCommentToDelete(id, viewerOf(admin)).text).toBe("From Bob");
    expect(deleteComment(bob.viewer, id)).toEqual({ vehicleId: ada.vehicle.id });
  });
});

test("a mute takes somebody out of the feed, also who is followed later, and leaves the followed garages", () => {
  const { ada, bob, cat } = world();
  const seen = () => {
    const names = listFeed(ada.viewer, page).rows.map(({ ownerName }) => ownerName);
    expect(listFeedJson(ada.viewer, page)).toMatchObject({ total: names.length });
    return names.sort();
  };
  for (const { user } of [bob, cat]) followUser(ada.viewer, user.id);
  expect(seen()).toEqual(["Bob", "Cat"]);
  expect(muteUser(ada.viewer, bob.user.id)).toEqual({ isNew: true, blocks: false, mutes: true });
  expect(muteUser(ada.viewer, bob.user.id)).toMatchObject({ isNew: false, mutes: true });
  expect(seen()).toEqual(["Cat"]);
  expect(listFollowedGaragesJson(ada.viewer, page).total).toBe(2);
  const late = makeOwner({ name: "Late" });
  muteUser(ada.viewer, late.user.id);
  followUser(ada.viewer, late.user.id);
  expect(seen()).toEqual(["Cat"]);
  unmuteUser(ada.viewer, bob.user.id);
  expect(seen()).toEqual(["Bob", "Cat"]);
});

test("who is blocked and muted is listed, the newest first, exported, and gone with either account", async () => {
  const { ada, bob, cat } = world();
  const [plain, gone] = [makeUser({ name: "Plain" }), makeUser({ name: "Gone" })];
  for (const { id } of [bob.user, plain, gone]) blockUser(ada.viewer, id);
  muteUser(ada.viewer, cat.user.id);
  blockUser(cat.viewer, ada.user.id);
  activate(gone, false);
  const json = listPeopleJson(ada.viewer);
  expect(json).toEqual({
    blocked: [
      expect.objectContaining({ _id: String(plain.id), name: "Plain", garage: null }),
      expect.objectContaining({ name: "Bob", garage: { _id: String(bob.garage.id), name: bob.garage.name } }),
    ],
    muted: [expect.objectContaining({ name: "Cat" })],
  });
  const { blocked, muted } = listPeople(ada.viewer);
  expect([blocked, muted].map((list) => list.map(({ name }) => name))).toEqual([["Plain", "Bob"], ["Cat"]]);
  expect(listPeople(bob.viewer)).toEqual({ blocked: [], muted: [] });
  const exported = collectData(ada.viewer);
  expect(exported).toMatchObject({
    blocked: [{ id: String(bob.user.id), name: "Bob" }, { name: "Plain" }],
    muted: [{ id: String(cat.user.id), name: "Cat" }],
  });
  expect(JSON.stringify(exported)).not.toContain("Gone");
  await deleteAccount(cat.viewer);
  expect(db().select().from(mutes).all()).toEqual([]);
  await deleteAccount(ada.viewer);
  expect(db().select().from(blocks).all()).toEqual([]);
});

test("a block costs one look a row into a key, and no list more than that", () => {
  const { ada, bob, cat } = world();
  for (let at = 0; at < 50; at++) {
    const { user, viewer } = makeOwner();
    addComment(viewer, cat.vehicle.id, { text: "Hi" });
    reviewGarage(viewer, cat.garage.id, { rating: 4, review: "Hi" });
    setLike(ada.viewer, makeOwner().vehicle.id, true);
    if (at % 2) db().insert(blocks).values({ userId: ada.user.id, blockedId: user.id, createdAt: time }).run();
  }
  analyzeDatabase();
  const lists = statementsOf(() => {
    listComments(cat.vehicle.id, ada.viewer, page);
    listCommentsJson(cat.vehicle.id, page, ada.viewer);
    listReviews(cat.garage.id, ada.viewer, page);
    getStanding(ada.viewer, cat.garage.id, cat.user.id);
  });
  const acts = statementsOf(() => {
    blockUser(ada.viewer, bob.user.id);
    unblockUser(ada.viewer, bob.user.id);
    muteUser(ada.viewer, bob.user.id);
    followUser(ada.viewer, cat.user.id);
    reviewGarage(ada.viewer, cat.garage.id, { rating: 4, review: "Hi" });
    findStanding(ada.user.id, bob.user.id);
  });
  const looks = lists.filter((text) => text.includes("FROM blocks"));
  expect(looks.length).toBe(4);
  for (const text of looks) {
    expect(planOf(text).filter((line) => /\bblocks\b/.test(line))).toEqual([
      expect.stringMatching(
        /^SEARCH blocks USING COVERING INDEX sqlite_autoindex_blocks_1 \(user_id=\? AND blocked_id=\?\)/,
      ),
    ]);
  }
  const hot = [...lists, ...acts].filter((text) => /^(select|delete)/i.test(text));
  for (const text of hot) expect([text, slowSteps(text)]).toEqual([text, []]);
  const ending = acts.filter((text) => /from "vehicles" cross join "likes"/.test(text));
  expect(ending.length).toBeGreaterThan(0);
  // Not through all that somebody likes.
  for (const text of ending) expect(planOf(text).join()).not.toContain("likes_user");
  expect(readsDuring(() => listPeople(ada.viewer))).toHaveLength(2);
  const own = db()
    .select()
    .from(reviews)
    .where(and(eq(reviews.userId, ada.user.id)))
    .all();
  expect(own).toHaveLength(1);
});
