import { and, count, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { likes, users, vehicles } from "~/db/schema";
import { isLiked, setLike } from "~/features/social/likes.server";
import { makeAdmin, makeOwner, makeUser, viewerOf } from "../support/people";
import { slowSteps, statementsOf } from "../support/query-plans";

const activate = (user: { id: number }, active: boolean) =>
  db().update(users).set({ active }).where(eq(users.id, user.id)).run();

function counts(vehicle: { id: number }) {
  const shown = and(eq(likes.vehicleId, vehicle.id), eq(likes.hidden, false));
  return [
    db().select({ count: vehicles.likeCount }).from(vehicles).where(eq(vehicles.id, vehicle.id)).get()?.count,
    db().select({ count: count() }).from(likes).where(shown).get()?.count,
  ];
}

describe("a like", () => {
  test("toggles, each person's for itself", () => {
    const { vehicle, viewer: owner } = makeOwner();
    const [ada, bea] = [viewerOf(makeUser()), viewerOf(makeAdmin())];
    expect(setLike(ada, vehicle.id)).toEqual({ liked: true, likeCount: 1 });
    expect(setLike(bea, vehicle.id)).toEqual({ liked: true, likeCount: 2 });
    expect(setLike(owner, vehicle.id)).toEqual({ liked: true, likeCount: 3 });
    expect(setLike(ada, vehicle.id)).toEqual({ liked: false, likeCount: 2 });
    expect([isLiked(ada, vehicle.id), isLiked(bea, vehicle.id), isLiked(null, vehicle.id)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(counts(vehicle)).toEqual([2, 2]);
  });

  test("can be set, and setting it again changes nothing", () => {
    const { vehicle } = makeOwner();
    const ada = viewerOf(makeUser());
    for (const liked of [true, true, false, false]) {
      expect(setLike(ada, vehicle.id, liked)).toEqual({ liked, likeCount: Number(liked) });
    }
    expect(setLike(ada, vehicle.id, null)).toEqual({ liked: true, likeCount: 1 });
    expect(counts(vehicle)).toEqual([1, 1]);
  });

  test("is refused for a vehicle that is not there or whose owner is deactivated", () => {
    const { vehicle, user } = makeOwner();
    const ada = viewerOf(makeUser());
    activate(user, false);
    for (const id of [vehicle.id, 987654]) {
      const refusal = { code: "not_found", message: "Could not load vehicle details." };
      expect(() => setLike(ada, id)).toThrow(expect.objectContaining(refusal));
    }
    expect(db().select().from(likes).all()).toEqual([]);
  });

  test("is not counted while the person is deactivated, and comes back", () => {
    const { vehicle } = makeOwner();
    const [ada, bea] = [makeUser(), makeUser()];
    setLike(viewerOf(ada), vehicle.id);
    setLike(viewerOf(bea), vehicle.id);
    activate(ada, false);
    expect(counts(vehicle)).toEqual([1, 1]);
    expect(setLike(viewerOf(bea), vehicle.id)).toEqual({ liked: false, likeCount: 0 });
    activate(ada, true);
    expect(counts(vehicle)).toEqual([1, 1]);
  });

  test("is looked up by its key", () => {
    const { vehicle, viewer } = makeOwner();
    const statements = statementsOf(() => {
      setLike(viewer, vehicle.id);
      setLike(viewer, vehicle.id);
    }).filter((text) => /^(select|delete)/i.test(text));
    expect(statements.length).toBeGreaterThanOrEqual(3);
    for (const statement of statements) expect([statement, slowSteps(statement)]).toEqual([statement, []]);
  });
});
