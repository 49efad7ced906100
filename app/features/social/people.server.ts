import { and, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { follows, likes } from "~/db/schema";
import { shownFollows, shownLikes } from "~/db/scopes.server";
import { listPeopleById, type PersonView } from "~/features/accounts/queries.server";
import { offsetOf, type Page, type Paged } from "~/lib/paging";

// The newest first, along the index: rows have their ids in the order in which they come.

const likers = prepared((database) =>
  database
    .select({ id: likes.userId })
    .from(likes)
    .where(and(eq(likes.vehicleId, sql.placeholder("of")), shownLikes))
    .orderBy(sql`likes.rowid DESC`)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

const followers = prepared((database) =>
  database
    .select({ id: follows.followerId })
    .from(follows)
    .where(and(eq(follows.followedId, sql.placeholder("of")), shownFollows))
    .orderBy(sql`follows.rowid DESC`)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

function listPeople(ids: typeof likers, of: number, page: Page, total: number): Paged<PersonView> {
  const offset = offsetOf(page);
  const rows = offset >= total ? [] : ids().all({ of, limit: page.limit, offset });
  return { rows: listPeopleById(rows.map(({ id }) => id)), total, ...page };
}

/** Who likes a vehicle, the newest like first. @param vehicle as it has been read */
export function listLikers(vehicle: { id: number; likeCount: number }, page: Page): Paged<PersonView> {
  return listPeople(likers, vehicle.id, page, vehicle.likeCount);
}

/** Who follows a garage's owner, the newest follow first. @param owner as they have been read */
export function listFollowersOf(owner: { id: number; followerCount: number }, page: Page): Paged<PersonView> {
  return listPeople(followers, owner.id, page, owner.followerCount);
}
