import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { follows, users } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { canFollow, NOT_YOURSELF, USER_NOT_FOUND } from "./policy";

const follow = prepared((database) =>
  database
    .select({ followedId: follows.followedId })
    .from(follows)
    .where(
      and(eq(follows.followerId, sql.placeholder("followerId")), eq(follows.followedId, sql.placeholder("followedId"))),
    )
    .prepare(),
);

const followed = prepared((database) =>
  database
    .select({ id: follows.followedId })
    .from(follows)
    .where(and(eq(follows.followerId, sql.placeholder("id")), eq(follows.hidden, false)))
    .orderBy(asc(follows.createdAt), sql`follows.rowid`)
    .prepare(),
);

const member = prepared((database) =>
  database
    .select({ followerCount: users.followerCount })
    .from(users)
    .where(and(eq(users.id, sql.placeholder("id")), eq(users.active, true), isNotNull(users.verifiedAt)))
    .prepare(),
);

/** Whether the viewer follows the person. */
export function isFollowing(viewer: Viewer | null, userId: number): boolean {
  return viewer !== null && follow().get({ followerId: viewer.id, followedId: userId }) !== undefined;
}

/** What the follow button of a person shows. */
export interface FollowView {
  userId: string;
  following: boolean;
  /** Logged in, and somebody else. */
  viewerCanFollow: boolean;
}

/** How the viewer stands to the person at `userId`. */
export function getFollowView(viewer: Viewer | null, userId: number): FollowView {
  const viewerCanFollow = canFollow(viewer, userId);
  return { userId: String(userId), viewerCanFollow, following: viewerCanFollow && isFollowing(viewer, userId) };
}

export interface FollowState {
  /** Ids of everybody the viewer follows, in the order of following. */
  following: number[];
  /** Of the other one. */
  followerCount: number;
}

/**
 * Follows a person; a second time changes nothing (decisions, People and garages).
 * @throws DomainError invalid for oneself; not_found for somebody unknown or deactivated
 */
export function followUser(viewer: Viewer, userId: number): FollowState {
  return transaction(() => {
    requireOther(viewer, userId);
    const row = { followerId: viewer.id, followedId: userId, createdAt: now() };
    db().insert(follows).values(row).onConflictDoNothing().run();
    return stateOf(viewer, userId);
  });
}

/**
 * Stops following a person; a second time changes nothing.
 * @throws DomainError like `followUser`
 */
export function unfollowUser(viewer: Viewer, userId: number): FollowState {
  return transaction(() => {
    requireOther(viewer, userId);
    db()
      .delete(follows)
      .where(and(eq(follows.followerId, viewer.id), eq(follows.followedId, userId)))
      .run();
    return stateOf(viewer, userId);
  });
}

function requireOther(viewer: Viewer, userId: number): void {
  getFollowerCount(userId);
  if (!canFollow(viewer, userId)) throw new DomainError("invalid", NOT_YOURSELF);
}

function getFollowerCount(userId: number): number {
  const row = member().get({ id: userId });
  if (!row) throw new DomainError("not_found", USER_NOT_FOUND);
  return row.followerCount;
}

function stateOf(viewer: Viewer, userId: number): FollowState {
  const following = followed()
    .all({ id: viewer.id })
    .map(({ id }) => id);
  return { following, followerCount: getFollowerCount(userId) };
}
