import { and, eq, type SQL } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { garages, users } from "~/db/schema";
import { shownMembersById } from "~/db/scopes.server";
import { groupBy, inOrderOf } from "~/lib/rows";
import { followersOf, listFollowing } from "./follow-queries.server";

/** What a list shows of a person. */
const personColumns = {
  id: users.id,
  name: users.name,
  avatar: users.avatar,
  location: users.location,
  /** Null without a garage, as its name. */
  garageId: garages.id,
  garageName: garages.name,
};

const people = prepared((database) =>
  database
    .select(personColumns)
    .from(users)
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(and(isAmongIds(users.id), shownMembersById))
    .prepare(),
);

/** Members with these ids as everybody may know of them, for lists; in any order. */
export function listPersonRows(ids: readonly number[]) {
  return ids.length === 0 ? [] : people().all({ ids: JSON.stringify(ids) });
}

const usersAmong = (also?: SQL) =>
  prepared((database) =>
    database
      .select({
        ...personColumns,
        bio: users.bio,
        followerCount: users.followerCount,
        email: users.email,
        role: users.role,
        active: users.active,
        createdAt: users.createdAt,
      })
      .from(users)
      .leftJoin(garages, eq(garages.userId, users.id))
      .where(and(isAmongIds(users.id), also))
      .prepare(),
  );

const USERS = { everybody: usersAmong(), shown: usersAmong(shownMembersById) };

export type UserRow = ReturnType<typeof listUserRows>[number];

/**
 * Users with these ids, with the ids of whom they follow and who follows them, in the order of the ids. Three queries,
 * however many they are.
 * @param among `shown` leaves out who is deactivated or unverified
 */
export function listUserRows(ids: readonly number[], among: keyof typeof USERS) {
  const rows = ids.length === 0 ? [] : USERS[among]().all({ ids: JSON.stringify(ids) });
  if (rows.length === 0) return [];
  const following = groupBy(listFollowing(ids), ({ userId }) => userId);
  const followers = followersOf(ids);
  return inOrderOf(ids, rows).map((row) => ({
    ...row,
    following: (following.get(row.id) ?? []).map(({ id }) => String(id)),
    followers: (followers.get(row.id) ?? []).map(String),
  }));
}
