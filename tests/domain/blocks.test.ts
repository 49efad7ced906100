import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db } from "~/db/client.server";
import { blocks, follows, likes, reviews, users } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/commands.server";
import type { Viewer } from "~/features/accounts/policy";
import { blockUser, unblockUser } from "~/features/blocks/commands.server";
import { listPeopleJson } from "~/features/blocks/json.server";
import { findViewerState, listPeople } from "~/features/blocks/queries.server";
import { collectData } from "~/features/data-export/data.server";
import { listFeedJson } from "~/features/feed/json.server";
import { listFeed } from "~/features/feed/queries.server";
import { getGarageJson } from "~/features/garages/json.server";
import { getGaragePage } from "~/features/garages/queries.server";
import { addComment, deleteComment, getCommentToDelete } from "~/features/social/comments.server";
import { commentPath, listComments } from "~/features/social/conversation.server";
import { listCommentsJson, listReviewsJson } from "~/features/social/json.server";
import { followUser, getViewerState, listFollowedGaragesJson, setLike } from "~/features/social/reactions.server";
import { listReviews, reviewGarage, reviewPath } from "~/features/social/reviews.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { getVehiclePage } from "~/features/vehicles/queries.server";
import { setClock } from "~/lib/time";
import { makeAdmin, makeOwner, makeUser, makeVehicle, setActive, viewerOf } from "../support/make-rows";
import { counterProblems } from "../support/population";
import { forbiddenSteps, planOf, readsDuring, statementsOf } from "../support/query-plans";
import { refusalLike } from "../support/refusal";
import { allRows, changeRow } from "../support/rows";

let time = Date.UTC(2026, 4, 1, 12);
beforeEach(() => setClock(() => (time += 1000)));

const page = { page: 1, limit: 20 };
function world() {
  const [ada, bob, cat] = [makeOwner({ name: "Ada" }), makeOwner({ name: "Bob" }), makeOwner({ name: "Cat" })];
  return { ada, bob, cat };
}

describe("a block", () => {
  test("ends follows and likes between the two users only, and these do not come back", () => {
    const { ada, bob, cat } = world();
    const second = makeVehicle(bob.garage);
    for (const { viewer } of [ada, cat]) {
      followUser(viewer, bob.user.id);
      for (const { id } of [bob.vehicle, second]) setLike(viewer, id, true);
    }
    followUser(bob.viewer, ada.user.id);
    setLike(bob.viewer, ada.vehicle.id, true);
    setLike(ada.viewer, cat.vehicle.id, true);
    expect(blockUser(ada.viewer, bob.user.id, "block")).toEqual({ isNew: true, blocks: true, mutes: false });
    expect(blockUser(ada.viewer, bob.user.id, "block")).toMatchObject({ isNew: false, blocks: true });
    expect(unblockUser(ada.viewer, bob.user.id, "block")).toEqual({ isNew: true, blocks: false, mutes: false });
    expect(unblockUser(ada.viewer, bob.user.id, "block")).toMatchObject({ isNew: false });
    const remainingFollows = db().select({ who: follows.followerId, whom: follows.followedId }).from(follows).all();
    expect(remainingFollows).toEqual([{ who: cat.user.id, whom: bob.user.id }]);
    const liked = db().select({ who: likes.userId, what: likes.vehicleId }).from(likes).all();
    expect(liked).toHaveLength(3);
    expect(liked).toEqual(
      expect.arrayContaining([
        { who: cat.user.id, what: bob.vehicle.id },
        { who: cat.user.id, what: second.id },
        { who: ada.user.id, what: cat.vehicle.id },
      ]),
    );
    expect(counterProblems(db().$client)).toEqual([]);
  });

  test.each(["block", "mute"] as const)(
    "is refused for oneself and missing users, and undone for deleted ones: %s",
    (kind) => {
      const act = (viewer: Viewer, id: number) => blockUser(viewer, id, kind);
      const undo = (viewer: Viewer, id: number) => unblockUser(viewer, id, kind);
      const { ada, bob } = world();
      const [inactive, unverified] = [makeUser(), makeUser({ verifiedAt: null })];
      setActive(inactive, false);
      expect(() => act(ada.viewer, ada.user.id)).toThrow(refusalLike("invalid"));
      for (const id of [inactive.id, unverified.id, 987654]) {
        expect(() => act(ada.viewer, id)).toThrow(refusalLike("not_found"));
        expect(() => undo(ada.viewer, id)).toThrow(refusalLike("not_found"));
      }
      expect(undo(ada.viewer, bob.user.id)).toEqual({ isNew: false, blocks: false, mutes: false });
      act(ada.viewer, bob.user.id);
      setActive(bob.user, false);
      expect(undo(ada.viewer, bob.user.id)).toEqual({ isNew: true, blocks: false, mutes: false });
    },
  );

  test("cannot stop admins", () => {
    const { ada } = world();
    const [admin, late] = [makeAdmin(), makeUser()];
    expect(() => blockUser(ada.viewer, admin.id, "block")).toThrow(refusalLike("invalid"));
    expect(getViewerState(ada.viewer, ada.garage.id, admin.id).blockState).toMatchObject({ viewerCanBlock: false });
    blockUser(ada.viewer, late.id, "block");
    changeRow(users, late.id, { role: "admin" });
    setLike(viewerOf(late), ada.vehicle.id, true);
    reviewGarage(viewerOf(late), ada.garage.id, { rating: 4, review: "Tidy." });
    expect(addComment(viewerOf(late), ada.vehicle.id, { text: "Hi" })).toBeGreaterThan(0);
    expect(followUser(viewerOf(late), ada.user.id).following).toEqual([ada.user.id]);
  });

  test("shows the blocker what is possible, and reveals nothing to the blocked user", () => {
    const { ada, bob } = world();
    blockUser(ada.viewer, bob.user.id, "block");
    blockUser(ada.viewer, bob.user.id, "mute");
    expect(getViewerState(ada.viewer, bob.garage.id, bob.user.id)).toMatchObject({
      follow: { viewerCanFollow: false },
      reviewForm: { viewerCanReview: false },
      blockState: { userId: bob.user.id, blocked: true, muted: true, viewerCanBlock: true },
    });
    expect(getViewerState(bob.viewer, ada.garage.id, ada.user.id)).toMatchObject({
      follow: { viewerCanFollow: true },
      reviewForm: { viewerCanReview: true },
      blockState: { blocked: false, muted: false },
    });
  });
});

describe("the blocked user's comments", () => {
  const textsOf = (rows: { text: string }[]) => rows.map(({ text }) => text);

  test("are not counted for the blocker; replies of others stay, also under one's own vehicle", () => {
    const { ada, bob, cat } = world();
    const first = addComment(bob.viewer, ada.vehicle.id, { text: "From Bob" });
    addComment(cat.viewer, ada.vehicle.id, { text: "To Bob", parent: first });
    addComment(cat.viewer, ada.vehicle.id, { text: "From Cat" });
    const otherOwner = makeOwner();
    for (const [{ viewer, user }, rating] of [[bob, 1] as const, [cat, 4] as const])
      reviewGarage(viewer, otherOwner.garage.id, { rating, review: `From ${user.name}` });
    blockUser(ada.viewer, bob.user.id, "block");
    const visible = listComments(ada.vehicle.id, ada.viewer, page);
    expect(visible).toMatchObject({ total: 2, lastPage: 1, withheld: 1, rows: [{ firstIsBlocked: true }, {}] });
    expect(textsOf(visible.rows)).toEqual(["To Bob", "From Cat"]);
    expect(listCommentsJson(ada.vehicle.id, page, ada.viewer).total).toBe(2);
    const counts = (viewer: Viewer | null) => [
      getVehiclePage(ada.vehicle.id, viewer).vehicle.commentCount,
      vehicleJson(ada.vehicle.id, viewer).commentCount,
    ];
    expect([counts(ada.viewer), counts(cat.viewer), counts(null)]).toEqual([
      [2, 2],
      [3, 3],
      [3, 3],
    ]);
    const reviewed = { total: 1, rows: [{ review: "From Cat" }] };
    expect(listReviews(otherOwner.garage.id, ada.viewer, page)).toMatchObject({ ...reviewed, withheld: 1 });
    expect(listReviewsJson(otherOwner.garage.id, page, ada.viewer)).toMatchObject(reviewed);
    for (const read of [getGaragePage, getGarageJson]) {
      expect(read(otherOwner.garage.id, ada.viewer)).toMatchObject({ reviewCount: 1, averageRating: 4 });
      expect(read(otherOwner.garage.id, null)).toMatchObject({ reviewCount: 2, averageRating: 2.5 });
    }
    blockUser(ada.viewer, cat.user.id, "block");
    expect(listComments(ada.vehicle.id, ada.viewer, page)).toMatchObject({ rows: [], total: 0, withheld: 3 });
    expect(getGaragePage(otherOwner.garage.id, ada.viewer)).toMatchObject({ reviewCount: 0, averageRating: null });
  });

  test("leave full pages with every other comment and review", () => {
    const { ada, bob, cat } = world();
    const at = (number: number) => listComments(cat.vehicle.id, ada.viewer, { page: number, limit: 2 });
    const first = addComment(bob.viewer, cat.vehicle.id, { text: "1" });
    for (const text of ["2", "3"]) addComment(bob.viewer, cat.vehicle.id, { text, parent: first });
    const visible = ["4", "5", "6"].map((text) => addComment(cat.viewer, cat.vehicle.id, { text, parent: first }));
    blockUser(ada.viewer, bob.user.id, "block");
    expect(at(1)).toMatchObject({ total: 3, lastPage: 2, withheld: 3 });
    expect([textsOf(at(1).rows), at(1).isContinued]).toEqual([["4", "5"], false]);
    expect([textsOf(at(2).rows), at(2).isContinued]).toEqual([["6"], true]);
    const pages = visible.map((id) => commentPath(cat.vehicle.id, id, 2, ada.viewer));
    expect(pages.map((path) => /page=\d/.exec(path)?.[0])).toEqual([undefined, undefined, "page=2"]);
    const { garage } = makeOwner();
    const { id } = reviewGarage(cat.viewer, garage.id, { rating: 4, review: "Old" });
    reviewGarage(bob.viewer, garage.id, { rating: 4, review: "New" });
    expect(reviewPath(garage.id, id, 1, cat.viewer)).toContain("page=2");
    expect(reviewPath(garage.id, id, 1, ada.viewer)).not.toContain("page=");
  });

  test("are missing for the blocker, who may not delete them either; an admin may", () => {
    const { ada, bob } = world();
    const id = addComment(bob.viewer, ada.vehicle.id, { text: "From Bob" });
    blockUser(ada.viewer, bob.user.id, "block");
    expect(() => getCommentToDelete(id, ada.viewer)).toThrow(refusalLike("not_found"));
    expect(() => deleteComment(ada.viewer, id)).toThrow(refusalLike("not_found"));
    const admin = makeAdmin();
    blockUser(viewerOf(admin), bob.user.id, "block");
    expect(getCommentToDelete(id, viewerOf(admin)).text).toBe("From Bob");
    expect(deleteComment(bob.viewer, id)).toEqual({ vehicleId: ada.vehicle.id });
  });
});

test("a mute hides a user from the feed, also if followed later, and not from the followed garages", () => {
  const { ada, bob, cat } = world();
  const snapshot = () => {
    const names = listFeed(ada.viewer, page).rows.map(({ ownerName }) => ownerName);
    expect(listFeedJson(ada.viewer, page)).toMatchObject({ total: names.length });
    return names.sort();
  };
  for (const { user } of [bob, cat]) followUser(ada.viewer, user.id);
  expect(snapshot()).toEqual(["Bob", "Cat"]);
  expect(blockUser(ada.viewer, bob.user.id, "mute")).toEqual({ isNew: true, blocks: false, mutes: true });
  expect(blockUser(ada.viewer, bob.user.id, "mute")).toMatchObject({ isNew: false, mutes: true });
  expect(snapshot()).toEqual(["Cat"]);
  expect(listFollowedGaragesJson(ada.viewer, page).total).toBe(2);
  const late = makeOwner({ name: "Late" });
  blockUser(ada.viewer, late.user.id, "mute");
  followUser(ada.viewer, late.user.id);
  expect(snapshot()).toEqual(["Cat"]);
  unblockUser(ada.viewer, bob.user.id, "mute");
  expect(snapshot()).toEqual(["Bob", "Cat"]);
});

test("blocked and muted users are listed newest first, exported, and deleted with either account", async () => {
  const { ada, bob, cat } = world();
  const [plain, inactive] = [makeUser({ name: "Plain" }), makeUser({ name: "Gone" })];
  for (const { id } of [bob.user, plain, inactive]) blockUser(ada.viewer, id, "block");
  blockUser(ada.viewer, cat.user.id, "mute");
  blockUser(cat.viewer, ada.user.id, "block");
  setActive(inactive, false);
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
  expect(allRows(blocks).filter(({ kind }) => kind === "mute")).toEqual([]);
  await deleteAccount(ada.viewer);
  expect(allRows(blocks)).toEqual([]);
});

test("a block costs one look a row into a key, and no list more than that", () => {
  const { ada, bob, cat } = world();
  for (let index = 0; index < 50; index++) {
    const { user, viewer } = makeOwner();
    addComment(viewer, cat.vehicle.id, { text: "Hi" });
    reviewGarage(viewer, cat.garage.id, { rating: 4, review: "Hi" });
    setLike(ada.viewer, makeOwner().vehicle.id, true);
    if (index % 2)
      db().insert(blocks).values({ userId: ada.user.id, otherId: user.id, kind: "block", createdAt: time }).run();
  }
  analyzeDatabase();
  const lists = statementsOf(() => {
    listComments(cat.vehicle.id, ada.viewer, page);
    listCommentsJson(cat.vehicle.id, page, ada.viewer);
    listReviews(cat.garage.id, ada.viewer, page);
    getViewerState(ada.viewer, cat.garage.id, cat.user.id);
  });
  const statements = statementsOf(() => {
    blockUser(ada.viewer, bob.user.id, "block");
    unblockUser(ada.viewer, bob.user.id, "block");
    blockUser(ada.viewer, bob.user.id, "mute");
    followUser(ada.viewer, cat.user.id);
    reviewGarage(ada.viewer, cat.garage.id, { rating: 4, review: "Hi" });
    findViewerState(ada.user.id, bob.user.id);
  });
  const looks = lists.filter((text) => /from "?blocks/i.test(text));
  expect(looks.length).toBe(6);
  const plans = looks.flatMap((text) => planOf(text).filter((line) => /\bblocks\b/.test(line)));
  for (const line of plans)
    expect(line).toMatch(/^SEARCH blocks USING COVERING INDEX sqlite_autoindex_blocks_1 \(user_id=\?/);
  // Of each blocked user the rows of this vehicle or garage, not all.
  const counts = lists.filter((text) => /FROM blocks CROSS JOIN|from "blocks" cross join/.test(text));
  expect(counts.map((text) => planOf(text).join())).toEqual([
    expect.stringContaining("SEARCH comments USING INDEX comments_user (user_id=? AND vehicle_id=?)"),
    expect.stringContaining("SEARCH reviews USING INDEX reviews_one_per_person (garage_id=? AND user_id=?)"),
  ]);
  const hot = [...lists, ...statements].filter((text) => /^(select|delete)/i.test(text));
  for (const text of hot) expect([text, forbiddenSteps(text)]).toEqual([text, []]);
  const ending = statements.filter((text) => /from "vehicles" cross join "likes"/.test(text));
  expect(ending.length).toBeGreaterThan(0);
  // Not through all of a user's likes.
  for (const text of ending) expect(planOf(text).join()).not.toContain("likes_user");
  expect(readsDuring(() => listPeople(ada.viewer))).toHaveLength(2);
  expect(allRows(reviews).filter(({ userId }) => userId === ada.user.id)).toHaveLength(1);
});
