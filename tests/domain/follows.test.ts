import { beforeEach, describe, expect, test } from "vitest";
import { transaction } from "~/db/client.server";
import { follows, likes, users, vehicles } from "~/db/schema";
import { userJson } from "~/features/accounts/json.server";
import { MAX_LISTED_IDS } from "~/features/accounts/limits";
import type { Viewer } from "~/features/accounts/policy";
import { listFollowersJson, listLikersJson } from "~/features/social/json.server";
import {
  followUser,
  getVehicleViewerState,
  getViewerState,
  listFollowedGaragesJson,
  setLike,
  unfollowUser,
} from "~/features/social/reactions.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { now, setClock } from "~/lib/time";
import { makeAdmin, makeGarage, makeOwner, makeUser, setActive, viewerOf } from "../support/make-rows";
import { allRows, findRow, insertRow } from "../support/rows";

let time = 1_700_000_000_000;
beforeEach(() => setClock(() => (time += 1000)));

const page = { page: 1, limit: 20 };
const followerCount = ({ id }: { id: number }) => findRow(users, id)?.followerCount;

const viewOf = (viewer: Viewer | null, userId: number) => getViewerState(viewer, 0, userId).follow;
const isFollowing = (viewer: Viewer | null, userId: number) => viewOf(viewer, userId).following;

describe("following", () => {
  test("is of a person, is counted and ends; a second time changes nothing, and others stay", () => {
    const [ada, bea] = [makeUser(), makeUser()];
    const viewer = viewerOf(ada);
    expect(followUser(viewer, bea.id)).toEqual({ following: [bea.id], followerCount: 1 });
    expect(followUser(viewer, bea.id)).toEqual({ following: [bea.id], followerCount: 1 });
    expect(followerCount(bea)).toBe(1);
    expect(followerCount(ada)).toBe(0);
    expect([isFollowing(viewer, bea.id), isFollowing(viewerOf(bea), ada.id)]).toEqual([true, false]);
    followUser(viewerOf(makeUser()), bea.id);
    expect(unfollowUser(viewerOf(ada), bea.id)).toEqual({ following: [], followerCount: 1 });
    expect(unfollowUser(viewerOf(ada), bea.id)).toEqual({ following: [], followerCount: 1 });
    expect(followerCount(bea)).toBe(1);
  });

  test("returns everyone the viewer follows, in the order of following", () => {
    const users = [makeUser(), makeUser(), makeUser()];
    const viewer = viewerOf(makeUser());
    for (const user of [...users].reverse()) followUser(viewer, user.id);
    expect(unfollowUser(viewer, users[1]!.id).following).toEqual([users[2]!.id, users[0]!.id]);
  });

  test.each([followUser, unfollowUser])("is refused for oneself and missing users: %o", (act) => {
    const ada = makeUser();
    const [unverified, inactive] = [makeUser({ verifiedAt: null }), makeUser()];
    setActive(inactive, false);
    expect(() => act(viewerOf(ada), ada.id)).toThrow(expect.objectContaining({ code: "invalid" }));
    for (const id of [unverified.id, inactive.id, 987654])
      expect(() => act(viewerOf(ada), id)).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(allRows(follows)).toEqual([]);
  });

  test("is hidden while the followed user is deactivated, and not lost", () => {
    const [ada, bea, cid] = [makeUser(), makeUser(), makeUser()];
    followUser(viewerOf(ada), bea.id);
    followUser(viewerOf(ada), cid.id);
    setActive(bea, false);
    expect(followUser(viewerOf(ada), cid.id).following).toEqual([cid.id]);
    setActive(bea, true);
    expect(followUser(viewerOf(ada), cid.id).following).toEqual([bea.id, cid.id]);
  });

  test("the button: for other logged-in users", () => {
    const [ada, bea] = [makeUser(), makeUser()];
    followUser(viewerOf(ada), bea.id);
    const ownView = { userId: bea.id, viewerIsVisitor: false, following: false, viewerCanFollow: false };
    expect(viewOf(viewerOf(ada), bea.id)).toEqual({ ...ownView, following: true, viewerCanFollow: true });
    expect(viewOf(viewerOf(bea), bea.id)).toEqual(ownView);
    expect(viewOf(null, bea.id)).toEqual({ ...ownView, viewerIsVisitor: true });
  });
});

test("the followed garages: shows the garages of followed people, the newest follow first, page by page", () => {
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

test("the followed garages: omits users without a garage and deactivated ones, and begins empty", () => {
  const viewer = viewerOf(makeUser());
  expect(listFollowedGaragesJson(viewer, page)).toEqual({ rows: [], total: 0, ...page });
  const [garageless, inactive, late] = [makeUser(), makeOwner(), makeUser()];
  for (const { id } of [garageless, inactive.user, late]) followUser(viewer, id);
  setActive(inactive.user, false);
  const garage = makeGarage(late);
  expect(listFollowedGaragesJson(viewer, page)).toMatchObject({ total: 1, rows: [{ _id: String(garage.id) }] });
  setActive(inactive.user, true);
  expect(listFollowedGaragesJson(viewer, page).total).toBe(2);
});

const likeCount = ({ id }: { id: number }) => findRow(vehicles, id)?.likeCount;

test("a like: not of one's own vehicle; an old one stays and can be taken back", () => {
  const { vehicle, viewer: owner } = makeOwner();
  const refusal = { code: "invalid", message: "You cannot like your own vehicle." };
  for (const liked of [undefined, null, true])
    expect(() => setLike(owner, vehicle.id, liked)).toThrow(expect.objectContaining(refusal));
  expect(setLike(owner, vehicle.id, false)).toEqual({ liked: false, likeCount: 0 });
  insertRow(likes, { vehicleId: vehicle.id, userId: owner.id, createdAt: 1 });
  const buttons = [owner, viewerOf(makeUser()), null].map(
    (viewer) => getVehicleViewerState(viewer, vehicle.id, owner.id).hasLikeButton,
  );
  expect(buttons).toEqual([true, true, true]);
  expect(setLike(owner, vehicle.id)).toEqual({ liked: false, likeCount: 0 });
  expect(getVehicleViewerState(owner, vehicle.id, owner.id).hasLikeButton).toBe(false);
});

test("a like: toggles, each person's for itself; it can be set, and setting it again changes nothing", () => {
  const { vehicle, viewer: owner } = makeOwner();
  const [ada, bea, cy] = [viewerOf(makeUser()), viewerOf(makeAdmin()), viewerOf(makeUser())];
  expect(setLike(ada, vehicle.id)).toEqual({ liked: true, likeCount: 1 });
  expect(setLike(bea, vehicle.id)).toEqual({ liked: true, likeCount: 2 });
  expect(setLike(cy, vehicle.id)).toEqual({ liked: true, likeCount: 3 });
  expect(setLike(ada, vehicle.id)).toEqual({ liked: false, likeCount: 2 });
  const liked = [ada, bea, null].map((viewer) => getVehicleViewerState(viewer, vehicle.id, owner.id).liked);
  expect(liked).toEqual([false, true, false]);
  expect(likeCount(vehicle)).toBe(2);
  for (const liked of [true, true, false, false])
    expect(setLike(ada, vehicle.id, liked)).toEqual({ liked, likeCount: 2 + Number(liked) });
  expect(setLike(ada, vehicle.id, null)).toEqual({ liked: true, likeCount: 3 });
  expect(likeCount(vehicle)).toBe(3);
});

test("a like: is refused for missing vehicles and deactivated owners, and not counted while its user is deactivated", () => {
  const { vehicle, user } = makeOwner();
  const ada = viewerOf(makeUser());
  setActive(user, false);
  for (const id of [vehicle.id, 987654]) {
    const refusal = { code: "not_found", message: "Could not load vehicle details." };
    expect(() => setLike(ada, id)).toThrow(expect.objectContaining(refusal));
  }
  expect(allRows(likes)).toEqual([]);
  setActive(user, true);
  const bea = viewerOf(makeUser());
  for (const member of [ada, bea]) setLike(member, vehicle.id);
  setActive(ada, false);
  expect(setLike(bea, vehicle.id)).toEqual({ liked: false, likeCount: 0 });
});

const FIRST = { page: 1, limit: 2 };

test("a vehicle's likers and a garage's followers: newest first, with their garages, without deactivated ones", () => {
  const { vehicle, garage, viewer: owner } = makeOwner();
  const [ada, bob, eve, last] = [makeUser(), makeUser(), makeUser(), makeUser()];
  const hers = makeGarage(bob);
  for (const member of [ada, bob, eve, last]) {
    setLike(viewerOf(member), vehicle.id, true);
    followUser(viewerOf(member), owner.id);
  }
  setActive(eve, false);
  const toPersonView = ({ id, name }: typeof ada, ownGarage: typeof hers | null) => ({
    _id: String(id),
    name,
    avatar: "default.jpg",
    garage: ownGarage && { _id: String(ownGarage.id), name: ownGarage.name },
  });
  const expected = [toPersonView(last, null), toPersonView(bob, hers)];
  const read = () => [listLikersJson(vehicle.id, FIRST), listFollowersJson(garage.id, FIRST)];
  expect(read()).toEqual([
    { rows: expected, total: 3, ...FIRST },
    { rows: expected, total: 3, ...FIRST },
  ]);
  expect(listLikersJson(vehicle.id, { page: 2, limit: 2 }).rows).toEqual([toPersonView(ada, null)]);
  expect(listFollowersJson(garage.id, { page: 3, limit: 2 }).rows).toEqual([]);
});

test("the JSON of a vehicle and of a person names the newest people, and how many there are", () => {
  const { vehicle, viewer: owner } = makeOwner();
  const many = transaction(() => Array.from({ length: MAX_LISTED_IDS + 2 }, () => makeUser().id));
  const createdAt = now();
  for (const userId of many) {
    insertRow(likes, { userId, vehicleId: vehicle.id, createdAt });
    insertRow(follows, { followerId: userId, followedId: owner.id, createdAt });
  }
  const newest = many.slice(2).map(String);
  expect(vehicleJson(vehicle.id)).toMatchObject({ likes: newest, likeCount: many.length });
  expect(userJson(owner.id, null)).toMatchObject({ followers: newest, followerCount: many.length });
});
