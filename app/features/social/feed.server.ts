import { and, desc, eq, sql } from "drizzle-orm";
import { prepared } from "~/db/prepared.server";
import { follows, garages } from "~/db/schema";
import { shownFollows } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { listGaragesJsonById } from "~/features/garages/json.server";
import type { GarageJson } from "~/features/garages/json-shapes.server";
import { type GarageCardView, listGarageCardsById } from "~/features/garages/queries.server";
import { offsetOf, type Page, type Paged } from "~/lib/paging";

const ofViewer = and(eq(follows.followerId, sql.placeholder("id")), shownFollows);
const theirs = eq(garages.userId, follows.followedId);

// Cross joins, which SQLite never reorders: follows come first, in the order of their index.
const feedIds = prepared((database) =>
  database
    .select({ id: garages.id })
    .from(follows)
    .crossJoin(garages)
    .where(and(ofViewer, theirs))
    .orderBy(desc(follows.createdAt), sql`follows.rowid DESC`)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

const feedTotal = prepared((database) =>
  database
    .select({ total: sql<number>`count(*)` })
    .from(follows)
    .crossJoin(garages)
    .where(and(ofViewer, theirs))
    .prepare(),
);

function followedIds(viewer: Viewer, page: Page): Paged<number> {
  const rows = feedIds().all({ id: viewer.id, limit: page.limit, offset: offsetOf(page) });
  return { rows: rows.map(({ id }) => id), total: feedTotal().get({ id: viewer.id })?.total ?? 0, ...page };
}

/**
 * Garages You Follow: the garages of the people the viewer follows, the newest follow first.
 * People without a garage, and deactivated ones, are left out.
 */
export function listFollowedGarages(viewer: Viewer, page: Page): Paged<GarageCardView> {
  const list = followedIds(viewer, page);
  return { ...list, rows: listGarageCardsById(list.rows) };
}

/** The same for `GET /users/me/followed-garages`. */
export function listFollowedGaragesJson(viewer: Viewer, page: Page): Paged<GarageJson> {
  const list = followedIds(viewer, page);
  return { ...list, rows: listGaragesJsonById(list.rows) };
}
