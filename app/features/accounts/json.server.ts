import { and, asc, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/client.server";
import { follows, garages, users } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { toIso } from "~/lib/time";
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

/** The contract's user (api.md, Shapes). */
export interface UserJson {
  _id: string;
  name: string;
  avatar: string;
  bio: string;
  location: string;
  garage: string | { _id: string; name: string } | null;
  following: string[];
  followers: string[];
  followerCount: number;
  createdAt: string;
  email?: string;
  role?: "user" | "admin";
  active?: boolean;
}

/**
 * A user as `GET /users/{id}` and `/users/me` show one: the garage is an object or null. Email, role and active flag
 * are for the person and for admins.
 * @throws DomainError not_found, also for somebody unverified or deactivated where the viewer may not know
 */
export function userDetailJson(userId: number, viewer: Viewer | null): UserJson {
  const row = userRow().get({ id: userId });
  const privy = canSeeAccount(viewer, userId);
  if (!row || !(privy || (row.user.active && row.user.verifiedAt !== null))) {
    throw new DomainError("not_found", NO_SUCH_USER);
  }
  const { user, garageId, garageName } = row;
  return {
    _id: String(user.id),
    name: user.name,
    avatar: user.avatar,
    bio: user.bio,
    location: user.location,
    garage: garageId === null ? null : { _id: String(garageId), name: garageName ?? "" },
    following: idsOf(followedIds().all({ id: userId })),
    followers: idsOf(followerIds().all({ id: userId })),
    followerCount: user.followerCount,
    createdAt: toIso(user.createdAt),
    ...(privy ? { email: user.email, role: user.role, active: user.active } : {}),
  };
}

/**
 * A user as every other call answers one: the garage is its id or null.
 * @throws DomainError not_found, like `userDetailJson`
 */
export function userJson(userId: number, viewer: Viewer | null): UserJson {
  const detail = userDetailJson(userId, viewer);
  const garage = typeof detail.garage === "object" && detail.garage !== null ? detail.garage._id : null;
  return { ...detail, garage };
}

/** The person's own view, for answers that have just logged them in. */
export function ownUserJson(userId: number): UserJson {
  return userJson(userId, { id: userId, name: "", avatar: "", role: "user", garageId: null });
}

function idsOf(rows: { id: number }[]): string[] {
  return rows.map(({ id }) => String(id));
}
