import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import { followUser } from "~/features/social/follows.server";
import { listFollowersJson, listLikersJson } from "~/features/social/json.server";
import { setLike } from "~/features/social/likes.server";
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
