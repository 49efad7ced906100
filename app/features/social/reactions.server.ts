import { and, count, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { follows, garages, likes, reviews } from "~/db/schema";
import { shownFollows, shownLikes } from "~/db/scopes.server";
import { isAdmin, type Role, type Viewer } from "~/features/accounts/policy";
import { findMember, listFollowingIds, listPeopleById, type PersonView } from "~/features/accounts/queries.server";
import { blockedByViewer, requireNoBlock, toBlocksView } from "~/features/blocks/queries.server";
import { type GarageJson, listGaragesJsonById } from "~/features/garages/json.server";
import { findHold, withEdit } from "~/features/holds/holding.server";
import { notifyFollow, notifyLike } from "~/features/notifications/notify.server";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import { DomainError } from "~/lib/errors";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { now } from "~/lib/time";
import { CANNOT_FOLLOW_SELF, CANNOT_LIKE_OWN, canFollow, canLike, FOLLOW_TARGET_NOT_FOUND } from "./policy";
import { toReviewForm } from "./reviews.server";

/**
 * @param isLiked the new state; undefined toggles
 * @throws DomainError not_found, also while the vehicle's owner is deactivated; for a like also invalid for the owner,
 *   and forbidden if one of the two has blocked the other
 */
export function setLike(viewer: Viewer, vehicleId: number, isLiked?: boolean | null) {
  return transaction(() => {
    const { userId } = getVehicleFacts(vehicleId);
    const isOwnLike = and(eq(likes.vehicleId, vehicleId), eq(likes.userId, viewer.id));
    const next = isLiked ?? db().select({ userId: likes.userId }).from(likes).where(isOwnLike).get() === undefined;
    if (next) {
      if (!canLike(viewer, { userId })) throw new DomainError("invalid", CANNOT_LIKE_OWN);
      requireNoBlock(viewer, userId);
    }
    const createdAt = now();
    if (next) {
      const row = { vehicleId, userId: viewer.id, createdAt };
      const { changes } = db().insert(likes).values(row).onConflictDoNothing().run();
      if (changes > 0) notifyLike(viewer.id, { id: vehicleId, userId }, createdAt);
    } else db().delete(likes).where(isOwnLike).run();
    return { liked: next, likeCount: getVehicleFacts(vehicleId).likeCount };
  });
}

export type FollowView = ReturnType<typeof toFollowView>;

export function toFollowView(viewer: Viewer | null, userId: number, follows: boolean) {
  const viewerCanFollow = canFollow(viewer, userId);
  const viewerIsVisitor = viewer === null;
  return { userId, viewerIsVisitor, viewerCanFollow, following: viewerCanFollow && follows };
}

export type FollowState = ReturnType<typeof stateOf>;

/**
 * Repeating changes nothing.
 * @throws DomainError invalid for oneself; not_found for an unknown or deactivated user; forbidden if one of the two
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
 * Repeating changes nothing.
 * @throws DomainError invalid for oneself; not_found for an unknown or deactivated user
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
  if (!canFollow(viewer, userId)) throw new DomainError("invalid", CANNOT_FOLLOW_SELF);
}

function getFollowerCount(userId: number): number {
  const person = findMember(userId);
  if (!person) throw new DomainError("not_found", FOLLOW_TARGET_NOT_FOUND);
  return person.followerCount;
}

/** In the order of following, with the other user's follower count. */
function stateOf(viewer: Viewer, userId: number) {
  const following = listFollowingIds([viewer.id]).map(({ id }) => id);
  return { following, followerCount: getFollowerCount(userId) };
}

const byViewer = and(eq(follows.followerId, sql.placeholder("id")), shownFollows);
const joinOwner = eq(garages.userId, follows.followedId);

// SQLite never reorders cross joins: follows come first, in the order of their index.
const garageIds = prepared((database) =>
  database
    .select({ id: garages.id })
    .from(follows)
    .crossJoin(garages)
    .where(and(byViewer, joinOwner))
    .orderBy(desc(follows.createdAt), sql`follows.rowid DESC`)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

const garageTotal = prepared((database) =>
  database.select({ total: count() }).from(follows).crossJoin(garages).where(and(byViewer, joinOwner)).prepare(),
);

/** `GET /users/me/followed-garages`: newest follow first. Omits users without a garage, and deactivated ones. */
export function listFollowedGaragesJson({ id: viewerId }: Viewer, page: PageParams): Paged<GarageJson> {
  const rows = garageIds().all({ id: viewerId, limit: page.limit, offset: toOffset(page) });
  const total = garageTotal().get({ id: viewerId })?.total ?? 0;
  return { rows: listGaragesJsonById(rows.map(({ id }) => id)), total, ...page };
}

// Newest first along the index: row ids rise with time.

const newestIn = (table: typeof likes | typeof follows, person: SQLWrapper, condition: SQL | undefined) =>
  prepared((database) =>
    database
      .select({ id: sql<number>`${person}` })
      .from(table)
      .where(condition)
      .orderBy(sql`${table}.rowid DESC`)
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(),
  );

const likers = newestIn(likes, likes.userId, and(eq(likes.vehicleId, sql.placeholder("of")), shownLikes));
const followers = newestIn(
  follows,
  follows.followerId,
  and(eq(follows.followedId, sql.placeholder("of")), shownFollows),
);

function listPeople(ids: typeof likers, subjectId: number, page: PageParams, total: number): Paged<PersonView> {
  const offset = toOffset(page);
  const rows = offset >= total ? [] : ids().all({ of: subjectId, limit: page.limit, offset });
  return { rows: listPeopleById(rows.map(({ id }) => id)), total, ...page };
}

/** Newest first. @param vehicle already read */
export function listLikers(vehicle: { id: number; likeCount: number }, page: PageParams): Paged<PersonView> {
  return listPeople(likers, vehicle.id, page, vehicle.likeCount);
}

/** Newest first. @param owner already read */
export function listGarageFollowers(owner: { id: number; followerCount: number }, page: PageParams): Paged<PersonView> {
  return listPeople(followers, owner.id, page, owner.followerCount);
}

const garageViewerState = prepared((database) =>
  database
    .select({
      following: sql<number>`EXISTS (SELECT 1 FROM follows
        WHERE follower_id = ${sql.placeholder("viewerId")} AND followed_id = ${sql.placeholder("ownerId")})`,
      blocks: blockedByViewer(sql.placeholder("ownerId")),
      mutes: blockedByViewer(sql.placeholder("ownerId"), "mute"),
      role: sql<Role>`(SELECT role FROM users WHERE id = ${sql.placeholder("ownerId")})`,
      own: { id: reviews.id, rating: reviews.rating, review: reviews.review },
    })
    .from(sql`(SELECT 1) AS one`)
    .leftJoin(
      reviews,
      and(eq(reviews.garageId, sql.placeholder("garageId")), eq(reviews.userId, sql.placeholder("viewerId"))),
    )
    .prepare(),
);

const vehicleViewerState = prepared((database) =>
  database
    .select({
      liked: sql<number>`EXISTS (SELECT 1 FROM likes
        WHERE vehicle_id = ${sql.placeholder("vehicleId")} AND user_id = ${sql.placeholder("viewerId")})`,
      following: sql<number>`EXISTS (SELECT 1 FROM follows
        WHERE follower_id = ${sql.placeholder("viewerId")} AND followed_id = ${sql.placeholder("ownerId")})`,
    })
    .from(sql`(SELECT 1) AS one`)
    .prepare(),
);

export function getVehicleViewerState(viewer: Viewer | null, vehicleId: number, ownerId: number) {
  const row = viewer === null ? undefined : vehicleViewerState().get({ viewerId: viewer.id, vehicleId, ownerId });
  const liked = row?.liked === 1;
  return {
    liked,
    /** Visitors too: the button leads to the login. A like can always be taken back. */
    hasLikeButton: viewer === null || liked || canLike(viewer, { userId: ownerId }),
    follow: toFollowView(viewer, ownerId, row?.following === 1),
  };
}

export function getViewerState(viewer: Viewer | null, garageId: number, ownerId: number) {
  const row = viewer === null ? undefined : garageViewerState().get({ viewerId: viewer.id, garageId, ownerId });
  const follow = toFollowView(viewer, ownerId, row?.following === 1);
  const ownReview = row?.own ? withEdit(row.own, findHold("review", row.own.id)) : null;
  const reviewForm = toReviewForm(viewer, ownerId, ownReview);
  // A blocked user does not learn of the block; the blocking user cannot follow or review.
  const isBlocked = row?.blocks && !isAdmin(viewer);
  return {
    follow: isBlocked ? { ...follow, viewerCanFollow: false } : follow,
    reviewForm: isBlocked ? { ...reviewForm, viewerCanReview: false } : reviewForm,
    blockState: toBlocksView(viewer, ownerId, row),
  };
}
