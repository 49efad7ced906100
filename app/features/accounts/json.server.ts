import { and, asc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { follows, garages, users } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { groupBy, inOrderOf } from "~/lib/rows";
import { toIso } from "~/lib/time";
import type { UserDetailJson, UserJson } from "./json-shapes.server";
import { canSeeAccount, type Viewer } from "./policy";

/** What the API says of a user who is not there, or not for this viewer to know. */
export const NO_SUCH_USER = "Could not load garage. The user or garage may not exist.";

const userRow = prepared((database) =>
  database
    .select({ user: users, garageId: garages.id, garageName: garages.name })
    .from(users)
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(eq(users.id, sql.placeholder("id")))
    .prepare(),
);

const followedIds = prepared((database) =>
  database
    .select({ id: follows.followedId })
    .from(follows)
    .where(and(eq(follows.followerId, sql.placeholder("id")), eq(follows.hidden, false)))
    .orderBy(asc(follows.createdAt))
    .prepare(),
);

const followerIds = prepared((database) =>
  database
    .select({ id: follows.followerId })
    .from(follows)
    .where(and(eq(follows.followedId, sql.placeholder("id")), eq(follows.hidden, false)))
    .prepare(),
);

type UserRow = typeof users.$inferSelect;

/**
 * A user as `GET /users/{id}` and `/users/me` show one: the garage is an object or null. Email, role and active flag
 * are for the person and for admins.
 * @throws DomainError not_found, also for somebody unverified or deactivated where the viewer may not know
 */
export function userDetailJson(userId: number, viewer: Viewer | null): UserDetailJson {
  const row = userRow().get({ id: userId });
  const seesAccount = canSeeAccount(viewer, userId);
  if (!row || !(seesAccount || (row.user.active && row.user.verifiedAt !== null))) {
    throw new DomainError("not_found", NO_SUCH_USER);
  }
  const { user, garageId, garageName } = row;
  const garage = garageId === null ? null : { _id: String(garageId), name: garageName ?? "" };
  const known = { following: followedIds().all({ id: userId }), followers: followerIds().all({ id: userId }) };
  return {
    ...publicJson(user, known),
    garage,
    ...(seesAccount ? privateFields(user) : {}),
  };
}

/** The members that everybody may see. */
function publicJson(
  user: UserRow,
  { following, followers }: { following: { id: number }[]; followers: { id: number }[] },
): Omit<UserJson, "garage"> {
  return {
    _id: String(user.id),
    name: user.name,
    avatar: user.avatar,
    bio: user.bio,
    location: user.location,
    following: idsOf(following),
    followers: idsOf(followers),
    followerCount: user.followerCount,
    createdAt: toIso(user.createdAt),
  };
}

/**
 * A user as every other call answers one: the garage is its id or null.
 * @throws DomainError not_found, like `userDetailJson`
 */
export function userJson(userId: number, viewer: Viewer | null): UserJson {
  const detail = userDetailJson(userId, viewer);
  return { ...detail, garage: detail.garage?._id ?? null };
}

/** The person's own view, for answers that have just logged them in. */
export function ownUserJson(userId: number): UserJson {
  return userJson(userId, { id: userId, name: "", avatar: "", role: "user", garageId: null });
}

/**
 * Members with these ids as everybody may see them, in the order of the ids; who is deactivated or unverified is
 * left out. Three queries, however many they are.
 */
export function listPublicUsersJson(ids: readonly number[]): UserJson[] {
  return listJson(ids, and(sql`+users.active = 1`, isNotNull(users.verifiedAt)), publicJson);
}

/** Accounts with these ids as admins see them, in the order of the ids. */
export function listAccountsJson(ids: readonly number[]): UserJson[] {
  return listJson(ids, undefined, (user, known) => ({ ...publicJson(user, known), ...privateFields(user) }));
}

/** The members that the person and admins see beside the public ones. */
function privateFields({ email, role, active }: UserRow) {
  return { email, role, active };
}

function listJson(ids: readonly number[], among: SQL | undefined, toJson: typeof publicJson): UserJson[] {
  if (ids.length === 0) return [];
  const picked = [...ids];
  const rows = db()
    .select({ id: users.id, user: users, garageId: garages.id })
    .from(users)
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(and(inArray(users.id, picked), among))
    .all();
  const following = groupBy(
    db()
      .select({ owner: follows.followerId, id: follows.followedId })
      .from(follows)
      .where(and(inArray(follows.followerId, picked), eq(follows.hidden, false)))
      .orderBy(asc(follows.followerId), asc(follows.createdAt))
      .all(),
    ({ owner }) => owner,
  );
  const followers = groupBy(
    db()
      .select({ owner: follows.followedId, id: follows.followerId })
      .from(follows)
      .where(and(inArray(follows.followedId, picked), eq(follows.hidden, false)))
      .all(),
    ({ owner }) => owner,
  );
  return inOrderOf(ids, rows).map(({ id, user, garageId }) => {
    const known = { following: following.get(id) ?? [], followers: followers.get(id) ?? [] };
    return { ...toJson(user, known), garage: garageId === null ? null : String(garageId) };
  });
}

function idsOf(rows: { id: number }[]): string[] {
  return rows.map(({ id }) => String(id));
}
