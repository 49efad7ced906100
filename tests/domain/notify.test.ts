import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, transaction } from "~/db/client.server";
import { follows, likes, mutes, notifications, users } from "~/db/schema";
import { notifyFollow, notifyLike } from "~/features/notifications/notify.server";
import { now } from "~/lib/time";
import { makeGarage, makeUser, makeVehicle } from "../support/people";

const unread = (id: number) => db().select({ n: users.unreadCount }).from(users).where(eq(users.id, id)).get()?.n;
const rows = (userId: number) => db().select().from(notifications).where(eq(notifications.userId, userId)).all();

function like(userId: number, vehicle: { id: number; userId: number }) {
  transaction(() => {
    db().insert(likes).values({ userId, vehicleId: vehicle.id, createdAt: now() }).run();
    notifyLike(userId, vehicle);
  });
}

test("likes of a vehicle on one day are one row, which follows who still likes it, is there and is not muted", () => {
  const owner = makeUser();
  const [ada, bob] = [makeUser(), makeUser()];
  const { id } = makeVehicle(makeGarage(owner));
  const vehicle = { id, userId: owner.id };
  like(ada.id, vehicle);
  like(bob.id, vehicle);
  expect(rows(owner.id)).toMatchObject([{ kind: "like", count: 2, hidden: false, isRead: false }]);
  expect(unread(owner.id)).toBe(1);
  db().insert(mutes).values({ userId: owner.id, mutedId: ada.id, createdAt: now() }).run();
  db().update(users).set({ active: false }).where(eq(users.id, bob.id)).run();
  expect(rows(owner.id)).toMatchObject([{ count: 0, hidden: true }]);
  expect(unread(owner.id)).toBe(0);
  db().delete(mutes).run();
  expect(unread(owner.id)).toBe(1);
  db().delete(likes).where(eq(likes.userId, ada.id)).run();
  expect(rows(owner.id)).toMatchObject([{ count: 0, hidden: true }]);
  db().delete(users).where(eq(users.id, bob.id)).run();
  expect(rows(owner.id)).toEqual([]);
  expect(unread(owner.id)).toBe(0);
});

test("a follow that ends, and a person who goes, take what they made along", () => {
  const [owner, ada] = [makeUser(), makeUser()];
  db().insert(follows).values({ followerId: ada.id, followedId: owner.id, createdAt: now() }).run();
  notifyFollow(ada.id, owner.id);
  notifyFollow(owner.id, owner.id);
  expect(unread(owner.id)).toBe(1);
  db().delete(follows).run();
  expect(unread(owner.id)).toBe(0);
  notifyFollow(ada.id, owner.id);
  db().delete(users).where(eq(users.id, ada.id)).run();
  expect(rows(owner.id)).toEqual([]);
  expect(unread(owner.id)).toBe(0);
});
