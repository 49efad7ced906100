import { and, asc, desc, eq, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { db, isAmongIds, prepared } from "~/db/client.server";
import { follows, garages, users } from "~/db/schema";
import { isSilenced, shownFollows, shownMembers, shownMembersById, theirShownGarage } from "~/db/scopes.server";
import { emailForms } from "~/lib/addresses.server";
import { DomainError } from "~/lib/errors";
import { groupBy, sortByIds } from "~/lib/rows";
import { now } from "~/lib/time";
import { MAX_LISTED_IDS } from "./limits";

/** @throws DomainError not_found */
export function getAccount(userId: number) {
  const account = db().select().from(users).where(eq(users.id, userId)).get();
  if (!account) throw new DomainError("not_found", "This account no longer exists.");
  return account;
}

/** For prepared statements with the parameters of `eitherForm`; matches either spelling. */
export const hasAddress = (column: SQLiteColumn) =>
  inArray(column, [sql.placeholder("email"), sql.placeholder("other")]);

export function eitherForm(address: string) {
  const [email, otherForm] = emailForms(address);
  return { email, other: otherForm };
}

const byAddress = prepared((database) =>
  database
    .select()
    .from(users)
    .where(hasAddress(users.email))
    // Two old accounts may have the two spellings.
    .orderBy(desc(eq(users.email, sql.placeholder("email"))))
    .limit(1)
    .prepare(),
);

/** In either spelling. The result must not reach the client. */
export function findAccount(email: string) {
  return byAddress().get(eitherForm(email));
}

const shownMember = prepared((database) =>
  database
    .select({ garageId: garages.id, followerCount: users.followerCount })
    .from(users)
    .leftJoin(garages, theirShownGarage)
    .where(and(eq(users.id, sql.placeholder("id")), shownMembers))
    .prepare(),
);

/** Undefined unless verified and active. */
export function findMember(userId: number) {
  return shownMember().get({ id: userId });
}

export const mayAct = () =>
  and(eq(users.active, true), or(isNull(users.suspendedUntil), lte(users.suspendedUntil, now())));

/** The last active admin must stay. */
export function hasOtherAdmin(userId: number): boolean {
  const isOtherAdmin = and(eq(users.role, "admin"), eq(users.active, true), ne(users.id, userId));
  return db().select({ id: users.id }).from(users).where(isOtherAdmin).limit(1).get() !== undefined;
}

const personColumns = {
  id: users.id,
  name: users.name,
  avatar: users.avatar,
  role: users.role,
  location: sql<string>`iif(${isSilenced}, '', ${users.location})`,
  /** Null without a garage, like its name. */
  garageId: garages.id,
  garageName: garages.name,
};

const people = prepared((database) =>
  database
    .select(personColumns)
    .from(users)
    .leftJoin(garages, theirShownGarage)
    .where(and(isAmongIds(users.id), shownMembersById))
    .prepare(),
);

/** Public members, in the order of `ids`. */
export function listPeopleById(ids: readonly number[]) {
  return ids.length === 0 ? [] : sortByIds(ids, people().all({ ids: JSON.stringify(ids) }));
}

export type PersonView = ReturnType<typeof listPeopleById>[number];

const usersAmong = (condition: SQL | undefined, extra?: SQL) =>
  prepared((database) =>
    database
      .select({
        ...personColumns,
        bio: users.bio,
        location: users.location,
        isSilenced,
        followerCount: users.followerCount,
        email: users.email,
        active: users.active,
        createdAt: users.createdAt,
        /** Pending review, as JSON: only for the user. */
        waiting: sql<string | null>`(SELECT texts FROM holds WHERE kind = 'profile' AND thing_id = ${users.id})`,
      })
      .from(users)
      .leftJoin(garages, condition)
      .where(and(isAmongIds(users.id), extra))
      .prepare(),
  );

const USERS = {
  everybody: usersAmong(eq(garages.userId, users.id)),
  shown: usersAmong(theirShownGarage, shownMembersById),
};

export type UserRow = ReturnType<typeof listUserRows>[number];

/**
 * Users with the ids of followers and followed users, in the order of `ids`. Three queries for any number.
 * @param scope `shown` omits deactivated and unverified users
 */
export function listUserRows(ids: readonly number[], scope: keyof typeof USERS) {
  const rows = ids.length === 0 ? [] : USERS[scope]().all({ ids: JSON.stringify(ids) });
  if (rows.length === 0) return [];
  const following = groupBy(listFollowingIds(ids), ({ userId }) => userId);
  const followers = groupBy(listFollowerIds(ids), ({ userId }) => userId);
  return sortByIds(ids, rows).map((row) => ({
    ...row,
    following: following.get(row.id) ?? [],
    followers: followers.get(row.id) ?? [],
  }));
}

const following = prepared((database) =>
  database
    .select({ userId: follows.followerId, id: follows.followedId })
    .from(follows)
    .where(and(isAmongIds(follows.followerId), shownFollows))
    .orderBy(asc(follows.followerId), asc(follows.createdAt), sql`follows.rowid`)
    .prepare(),
);

// Limited per user, so that the response size stays bounded.
const followers = prepared((database) =>
  database
    .select({ userId: follows.followedId, id: follows.followerId })
    .from(sql`json_each(${sql.placeholder("ids")}) AS asked`)
    .crossJoin(follows)
    .where(
      sql`follows.rowid IN (SELECT rowid FROM follows AS newest
        WHERE newest.followed_id = asked.value AND newest.hidden = 0 ORDER BY rowid DESC LIMIT ${sql.raw(String(MAX_LISTED_IDS))})`,
    )
    .orderBy(sql`follows.rowid`)
    .prepare(),
);

export function listFollowingIds(userIds: readonly number[]) {
  return following().all({ ids: JSON.stringify(userIds) });
}

/** The newest `MAX_LISTED_IDS`, in the order of following, without deactivated ones. */
function listFollowerIds(userIds: readonly number[]) {
  return followers().all({ ids: JSON.stringify(userIds) });
}
