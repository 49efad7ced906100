import { count, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { follows, users } from "~/db/schema";
import { listFollowedGaragesJson } from "~/features/social/followed-garages.server";
import { followUser, getFollowView, isFollowing, unfollowUser } from "~/features/social/follows.server";
import { setClock } from "~/lib/time";
import { makeGarage, makeOwner, makeUser, makeVehicle, viewerOf } from "../support/people";
import { slowSteps, statementsOf } from "../support/query-plans";

let time = 1_700_000_000_000;
beforeEach(() => setClock(() => (time += 1000)));

const page = { page: 1, limit: 20 };
const activate = (user: { id: number }, active: boolean) =>
  db().update(users).set({ active }).where(eq(users.id, user.id)).run();

const followerCount = (user: { id: number }) =>
  db().select({ count: users.followerCount }).from(users).where(eq(users.id, user.id)).get()?.count;

const recount = (user: { id: number }) =>
  db().select({ count: count() }).from(follows).where(eq(follows.followedId, user.id)).get()?.count;

describe("following", () => {
  test("is of a person, is counted, and a second time changes nothing", () => {
    const [ada, bea] = [makeUser(), makeUser()];
    const viewer = viewerOf(ada);
    expect(followUser(viewer, bea.id)).toEqual({ following: [bea.id], followerCount: 1 });
    expect(followUser(viewer, bea.id)).toEqual({ following: [bea.id], followerCount: 1 });
    expect([followerCount(bea), recount(bea)]).toEqual([1, 1]);
    expect(followerCount(ada)).toBe(0);
    expect([isFollowing(viewer, bea.id), isFollowing(viewerOf(bea), ada.id), isFollowing(null, bea.id)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("ends, and a second time changes nothing; others stay", () => {
    const [ada, bea, cid] = [makeUser(), makeUser(), makeUser()];
    followUser(viewerOf(ada), bea.id);
    followUser(viewerOf(cid), bea.id);
    expect(unfollowUser(viewerOf(ada), bea.id)).toEqual({ following: [], followerCount: 1 });
    expect(unfollowUser(viewerOf(ada), bea.id)).toEqual({ following: [], followerCount: 1 });
    expect([followerCount(bea), recount(bea)]).toEqual([1, 1]);
  });

  test("answers everybody the viewer follows, in the order of following", () => {
    const people = [makeUser(), makeUser(), makeUser()];
    const viewer = viewerOf(makeUser());
    for (const user of [...people].reverse()) followUser(viewer, user.id);
    expect(unfollowUser(viewer, people[1]!.id).following).toEqual([people[2]!.id, people[0]!.id]);
  });

  test.each([followUser, unfollowUser])("is refused for oneself and for who is not there: %o", (act) => {
    const ada = makeUser();
    const [unverified, gone] = [makeUser({ verifiedAt: null }), makeUser()];
    activate(gone, false);
    expect(() => act(viewerOf(ada), ada.id)).toThrow(expect.objectContaining({ code: "invalid" }));
    for (const id of [unverified.id, gone.id, 987654]) {
      expect(() => act(viewerOf(ada), id)).toThrow(expect.objectContaining({ code: "not_found" }));
    }
    expect(db().select().from(follows).all()).toEqual([]);
  });

  test("is not counted while either of the two is deactivated, and nothing is lost", () => {
    const [ada, bea, cid] = [makeUser(), makeUser(), makeUser()];
    followUser(viewerOf(ada), bea.id);
    followUser(viewerOf(ada), cid.id);
    activate(bea, false);
    expect(followUser(viewerOf(ada), cid.id).following).toEqual([cid.id]);
    activate(bea, true);
    expect(followUser(viewerOf(ada), cid.id).following).toEqual([bea.id, cid.id]);
    activate(ada, false);
    expect([followerCount(bea), followerCount(cid)]).toEqual([0, 0]);
    activate(ada, true);
    expect([followerCount(bea), followerCount(cid)]).toEqual([1, 1]);
  });

  test("the button: for somebody else who is logged in", () => {
    const [ada, bea] = [makeUser(), makeUser()];
    followUser(viewerOf(ada), bea.id);
    const userId = String(bea.id);
    expect(getFollowView(viewerOf(ada), bea.id)).toEqual({
      userId,
      viewerIsVisitor: false,
      following: true,
      viewerCanFollow: true,
    });
    expect(getFollowView(viewerOf(bea), bea.id)).toEqual({
      userId,
      viewerIsVisitor: false,
      following: false,
      viewerCanFollow: false,
    });
    expect(getFollowView(null, bea.id)).toEqual({
      userId,
      viewerIsVisitor: true,
      following: false,
      viewerCanFollow: false,
    });
  });
});

describe("the followed garages", () => {
  test("shows the garages of followed people, the newest follow first, page by page", () => {
    const viewer = viewerOf(makeUser());
    const owners = [makeOwner(), makeOwner(), makeOwner()];
    for (const { user } of owners) followUser(viewer, user.id);
    makeOwner();
    const ids = owners.map(({ garage }) => String(garage.id)).reverse();
    const list = listFollowedGaragesJson(viewer, page);
    expect(list).toMatchObject({ total: 3, page: 1, limit: 20 });
    expect(list.rows.map(({ _id }) => _id)).toEqual(ids);
    expect(list.rows[0]).toMatchObject({ vehicleCount: 1, name: owners[2]!.garage.name });
    expect(listFollowedGaragesJson(viewer, { page: 2, limit: 2 }).rows.map(({ _id }) => _id)).toEqual(ids.slice(2));
  });

  test("leaves out who has no garage or is deactivated, and begins empty", () => {
    const viewer = viewerOf(makeUser());
    expect(listFollowedGaragesJson(viewer, page)).toEqual({ rows: [], total: 0, ...page });
    const [none, gone, late] = [makeUser(), makeOwner(), makeUser()];
    for (const { id } of [none, gone.user, late]) followUser(viewer, id);
    activate(gone.user, false);
    const garage = makeGarage(late);
    expect(listFollowedGaragesJson(viewer, page)).toMatchObject({ total: 1, rows: [{ _id: String(garage.id) }] });
    activate(gone.user, true);
    expect(listFollowedGaragesJson(viewer, page).total).toBe(2);
  });

  test("reads along its index", () => {
    const viewer = viewerOf(makeUser());
    const { user, garage } = makeOwner();
    makeVehicle(garage);
    const statements = statementsOf(() => {
      followUser(viewer, user.id);
      listFollowedGaragesJson(viewer, page);
      getFollowView(viewer, user.id);
    });
    expect(statements.filter((statement) => /^select/i.test(statement)).length).toBeGreaterThanOrEqual(5);
    for (const statement of statements.filter((text) => /^(select|delete)/i.test(text))) {
      expect([statement, slowSteps(statement)]).toEqual([statement, []]);
    }
  });
});
