import { and, eq, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { follows } from "~/db/schema";
import { listFollowing } from "~/features/accounts/follow-queries.server";
import type { Viewer } from "~/features/accounts/policy";
import { findMember } from "~/features/accounts/queries.server";
import { requireNoBlock } from "~/features/blocks/queries.server";
import { notifyFollow } from "~/features/notifications/notify.server";
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

/** Whether the viewer follows the person. */
export function isFollowing(viewer: Viewer | null, userId: number): boolean {
  return viewer !== null && follow().get({ followerId: viewer.id, followedId: userId }) !== undefined;
}

/** What the follow button of a person shows. */
export type FollowView = ReturnType<typeof getFollowView>;

/**
 * How the viewer stands to the person at `userId`.
 * @param follows tells whoever has read it already; else it is looked up
 */
export function getFollowView(viewer: Viewer | null, userId: number, follows = () => isFollowing(viewer, userId)) {
  // Logged in, and somebody else.
  const viewerCanFollow = canFollow(viewer, userId);
  const viewerIsVisitor = viewer === null;
  return { userId: String(userId), viewerIsVisitor, viewerCanFollow, following: viewerCanFollow && follows() };
}

/** The state after following or unfollowing. */
export type FollowState = ReturnType<typeof stateOf>;

/**
 * Follows a person; a second time changes nothing.
 * @throws DomainError invalid for oneself; not_found for somebody unknown or deactivated; forbidden where one of the two
 *   has blocked the other
 */
export function followUser(viewer: Viewer, userId: number): FollowState {
  return transaction(() => {
    requireOther(viewer, userId);
    requireNoBlock(viewer, userId);
    const row = { followerId: viewer.id, followedId: userId, createdAt: now() };
    const { changes } = db().insert(follows).values(row).onConflictDoNothing().run();
    if (changes > 0) notifyFollow(viewer.id, userId);
    return stateOf(viewer, userId);
  });
}

/**
 * Stops following a person; a second time changes nothing.
 * @throws DomainError invalid for oneself; not_found for somebody unknown or deactivated
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
  const person = findMember(userId);
  if (!person) throw new DomainError("not_found", USER_NOT_FOUND);
  return person.followerCount;
}

/** Everybody the viewer follows, in the order of following, and how many follow the other one. */
function stateOf(viewer: Viewer, userId: number) {
  const following = listFollowing([viewer.id]).map(({ id }) => id);
  return { following, followerCount: getFollowerCount(userId) };
}
