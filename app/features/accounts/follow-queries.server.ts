import { and, asc, sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { follows } from "~/db/schema";
import { shownFollows } from "~/db/scopes.server";

const following = prepared((database) =>
  database
    .select({ userId: follows.followerId, id: follows.followedId })
    .from(follows)
    .where(and(isAmongIds(follows.followerId), shownFollows))
    .orderBy(asc(follows.followerId), asc(follows.createdAt), sql`follows.rowid`)
    .prepare(),
);

const followers = prepared((database) =>
  database
    .select({ userId: follows.followedId, id: follows.followerId })
    .from(follows)
    .where(and(isAmongIds(follows.followedId), shownFollows))
    .prepare(),
);

/** Whom these people (`userId`) follow, each in the order of following; nobody who is deactivated. */
export function listFollowing(userIds: readonly number[]) {
  return following().all({ ids: JSON.stringify(userIds) });
}

/** Who follows these people (`userId`); nobody who is deactivated. */
export function listFollowers(userIds: readonly number[]) {
  return followers().all({ ids: JSON.stringify(userIds) });
}
