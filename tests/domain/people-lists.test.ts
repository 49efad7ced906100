import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { follows, likes, users } from "~/db/schema";
import { userJson } from "~/features/accounts/json.server";
import { MOST_IDS } from "~/features/accounts/limits";
import { followUser } from "~/features/social/follows.server";
import { listFollowersJson, listLikersJson } from "~/features/social/json.server";
import { setLike } from "~/features/social/likes.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { now } from "~/lib/time";
import { makeGarage, makeOwner, makeUser, viewerOf } from "../support/people";
import { slowSteps, statementsOf } from "../support/query-plans";

const FIRST = { page: 1, limit: 2 };

test("who likes a vehicle and who follows a garage: the newest first, with their garages, without who is deactivated", () => {
  const { vehicle, garage, viewer: owner } = makeOwner();
  const [ada, bob, eve, last] = [makeUser(), makeUser(), makeUser(), makeUser()];
  const hers = makeGarage(bob);
  for (const one of [ada, bob, eve, last]) {
    setLike(viewerOf(one), vehicle.id, true);
    followUser(viewerOf(one), owner.id);
  }
  db().update(users).set({ active: false }).where(eq(users.id, eve.id)).run();
  const person = ({ id, name }: typeof ada, own: typeof hers | null) => ({
    _id: String(id),
    name,
    avatar: "default.jpg",
    garage: own && { _id: String(own.id), name: own.name },
  });
  const expected = [person(last, null), person(bob, hers)];
  const read = () => [listLikersJson(vehicle.id, FIRST), listFollowersJson(garage.id, FIRST)];
  for (const statement of statementsOf(read)) expect([statement, slowSteps(statement)]).toEqual([statement, []]);
  expect(read()).toEqual([
    { rows: expected, total: 3, ...FIRST },
    { rows: expected, total: 3, ...FIRST },
  ]);
  expect(listLikersJson(vehicle.id, { page: 2, limit: 2 }).rows).toEqual([person(ada, null)]);
  expect(listFollowersJson(garage.id, { page: 3, limit: 2 }).rows).toEqual([]);
});

test("the JSON of a vehicle and of a person names the newest people, and how many there are", () => {
  const { vehicle, viewer: owner } = makeOwner();
  const many = Array.from({ length: MOST_IDS + 2 }, () => makeUser().id);
  const createdAt = now();
  db()
    .insert(likes)
    .values(many.map((userId) => ({ userId, vehicleId: vehicle.id, createdAt })))
    .run();
  db()
    .insert(follows)
    .values(many.map((followerId) => ({ followerId, followedId: owner.id, createdAt })))
    .run();
  const newest = many.slice(2).map(String);
  expect(vehicleJson(vehicle.id)).toMatchObject({ likes: newest, likeCount: many.length });
  expect(userJson(owner.id, null)).toMatchObject({ followers: newest, followerCount: many.length });
});
