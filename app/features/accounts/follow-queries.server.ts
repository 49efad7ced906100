import { and, asc, sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { follows } from "~/db/schema";
import { shownFollows } from "~/db/scopes.server";
import { MOST_IDS } from "./limits";

const following = prepared((database) =>
  database
    .select({ userId: follows.followerId, id: follows.followedId })
    .from(follows)
    .where(and(isAmongIds(follows.followerId), shownFollows))
    .orderBy(asc(follows.followerId), asc(follows.createdAt), sql`follows.rowid`)
    .prepare(),
);

// Cut off for each: what an answer holds must not grow with how popular somebody is.
const followers = prepared((database) =>
  database
    .select({
      userId: sql<number>`asked.value`,
      ids: sql<string>`(SELECT json_group_array(follower_id) FROM (SELECT follower_id FROM follows
        WHERE followed_id = asked.value AND hidden = 0 ORDER BY rowid DESC LIMIT ${sql.raw(String(MOST_IDS))}))`,
    })
    .from(sql`json_each(${sql.placeholder("ids")}) AS asked`)
    .prepare(),
);

/** Whom these people (`userId`) follow, each in the order of following; nobody who is deactivated. */
export function listFollowing(userIds: readonly number[]) {
  return following().all({ ids: JSON.stringify(userIds) });
}

/** Who follows each of these people, in the order of following, the newest `MOST_IDS`; nobody who is deactivated. */
export function followersOf(userIds: readonly number[]): Map<number, number[]> {
  const rows = followers().all({ ids: JSON.stringify(userIds) });
  return new Map(rows.map(({ userId, ids }) => [userId, (JSON.parse(ids) as number[]).reverse()]));
}
