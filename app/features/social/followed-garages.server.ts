import { and, desc, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { follows, garages } from "~/db/schema";
import { shownFollows } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { listGaragesJsonById } from "~/features/garages/json.server";
import type { GarageJson } from "~/features/garages/json-shapes.server";
import { offsetOf, type Page, type Paged } from "~/lib/paging";

const ofViewer = and(eq(follows.followerId, sql.placeholder("id")), shownFollows);
const theirs = eq(garages.userId, follows.followedId);

/** How many there are; SQLite counts once a statement, not once a row. */
const inAll = sql<number>`(SELECT count(*) FROM follows AS f CROSS JOIN garages AS g
  WHERE f.follower_id = ${sql.placeholder("id")} AND f.hidden = 0 AND g.user_id = f.followed_id)`;

// Cross joins, which SQLite never reorders: follows come first, in the order of their index.
const garageIds = prepared((database) =>
  database
    .select({ id: garages.id, total: inAll })
    .from(follows)
    .crossJoin(garages)
    .where(and(ofViewer, theirs))
    .orderBy(desc(follows.createdAt), sql`follows.rowid DESC`)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

const garageTotal = prepared((database) => database.select({ total: inAll }).from(sql`(SELECT 1)`).prepare());

function followedIds({ id: viewerId }: Viewer, page: Page): Paged<number> {
  const rows = garageIds().all({ id: viewerId, limit: page.limit, offset: offsetOf(page) });
  // A page behind the last one has no row that could tell.
  const total = rows[0]?.total ?? (page.page === 1 ? 0 : (garageTotal().get({ id: viewerId })?.total ?? 0));
  return { rows: rows.map(({ id }) => id), total, ...page };
}

/**
 * The garages of the people the viewer follows, the newest follow first, for `GET /users/me/followed-garages`.
 * People without a garage, and deactivated ones, are left out.
 */
export function listFollowedGaragesJson(viewer: Viewer, page: Page): Paged<GarageJson> {
  const list = followedIds(viewer, page);
  return { ...list, rows: listGaragesJsonById(list.rows) };
}
