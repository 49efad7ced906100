import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, transaction } from "~/db/client.server";
import { likes } from "~/db/schema";
import { listItems, markAllRead } from "~/features/notifications/list.server";
import { notifyLike } from "~/features/notifications/notify.server";
import { now } from "~/lib/time";
import { makeEntry, makeOwner, makeUser } from "../support/make-rows";
import { planOf, readsDuring } from "../support/query-plans";
import { insertRow } from "../support/rows";

// A like on a vehicle with many likes, and a post to many followers, cost as much as without any: same rows written,
// same statements, no scan by triggers.

const MANY = 3000;

/** With triggers'. */
function writesOf(work: () => void): number {
  const total = () => db().get<{ n: number }>(sql`SELECT total_changes() AS n`).n;
  const before = total();
  work();
  return total() - before;
}

const users = sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
  INSERT INTO users (name, name_folded, email, password_hash, verified_at, created_at)
  SELECT 'Fan', 'fan', 'fan' || i || '@example.com', 'none', 1, 1 FROM n`;
const fans = sql`SELECT id FROM users WHERE name = 'Fan'`;

test("a like, and a post, with thousands there and with none", () => {
  db().run(users);
  const [quiet, loved] = [makeOwner(), makeOwner()];
  const time = now();
  transaction(() => {
    db().run(
      sql`INSERT INTO likes (vehicle_id, user_id, created_at) SELECT ${loved.vehicle.id}, id, ${time} FROM (${fans})`,
    );
    db().run(
      sql`INSERT INTO follows (follower_id, followed_id, created_at) SELECT id, ${loved.user.id}, 1 FROM (${fans})`,
    );
    for (const { id } of db().all<{ id: number }>(fans)) notifyLike(id, loved.vehicle);
  });
  notifyLike(makeUser().id, quiet.vehicle);
  const like = ({ vehicle }: typeof quiet, userId: number) => {
    insertRow(likes, { userId, vehicleId: vehicle.id, createdAt: now() });
    notifyLike(userId, vehicle);
  };
  const by = makeUser().id;
  const costs = (owner: typeof quiet) => {
    let writeCount = 0;
    const read = readsDuring(() => {
      writeCount = writesOf(() => {
        like(owner, by);
        makeEntry(owner.vehicle);
      });
    }).length;
    return { written: writeCount, read };
  };
  expect(costs(loved)).toEqual(costs(quiet));
});

function bodiesOf(name: string, text: string): [string, string][] {
  const body = text.slice(text.indexOf("BEGIN") + 5, text.lastIndexOf("END"));
  const statements = body.split(";").filter((part) => part.trim() !== "");
  return statements.map((part) => [name, part.replace(/\b(new|old)\.\w+/g, "NULL")]);
}

test("no trigger that a like, a follow, a post or reading sets off walks through a table", () => {
  const set = db().all<{ name: string; text: string }>(sql`SELECT name, sql AS text FROM sqlite_master
    WHERE type = 'trigger' AND (tbl_name IN ('likes', 'follows', 'notifications', 'notification_people',
      'changed_notifications', 'changed_people') OR name LIKE 'activities%')`);
  expect(set.length).toBeGreaterThan(15);
  const walks = set
    .flatMap(({ name, text }) => bodiesOf(name, text))
    .flatMap(([name, statement]) =>
      planOf(statement)
        .filter((line) => /^SCAN (?!CONSTANT|public_changes)/.test(line))
        .map((line) => `${name}: ${line}`),
    );
  expect(walks).toEqual([]);
});

test("a list of thousands reads a page of them, and all are marked in one statement", () => {
  const [quietUser, busyUser] = [makeUser(), makeUser()];
  const actor = makeUser();
  const add = (userId: number, count: number) =>
    db().run(sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO notifications (user_id, kind, actor_id, created_at) SELECT ${userId}, 'follow', ${actor.id}, i FROM n`);
  add(quietUser.id, 30);
  add(busyUser.id, MANY);
  const read = (user: { id: number }) => readsDuring(() => listItems(user, { page: 2, limit: 10 }));
  expect(read(busyUser)).toEqual(read(quietUser));
  expect(listItems(busyUser, { page: 1, limit: 1 })).toMatchObject({ total: 1000, unread: MANY, hasMore: true });
  // And the user's number each time.
  expect(writesOf(() => markAllRead(busyUser))).toBe(2 * MANY + 1);
  expect(listItems(busyUser, { page: 1, limit: 1 }).unread).toBe(0);
});
