import { and, eq, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { blocks, follows, likes, vehicles } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { now } from "~/lib/time";
import type { BlockKind } from "./policy";
import { type BlockState, findViewerState, getPerson, getUserToBlock } from "./queries.server";

/** How things stand afterwards, and whether they stood otherwise before. */
interface ViewerStateNow extends BlockState {
  isNew: boolean;
}

/**
 * Blocks a person, which ends follows and likes between the two, or mutes them; a second time changes nothing. Triggers
 * hide notifications and take who is muted out of the feed.
 * @throws DomainError not_found for somebody unknown or deactivated; invalid for oneself, and to block an admin
 */
export function blockUser(viewer: Viewer, userId: number, kind: BlockKind): ViewerStateNow {
  return transaction(() => {
    getUserToBlock(viewer, userId, kind);
    const row = { userId: viewer.id, otherId: userId, kind, createdAt: now() };
    const { changes } = db().insert(blocks).values(row).onConflictDoNothing().run();
    if (kind === "block") {
      endBetween(viewer.id, userId);
      endBetween(userId, viewer.id);
    }
    return { isNew: changes > 0, ...findViewerState(viewer.id, userId) };
  });
}

/** Ends the follow of one person, and their likes, of the other and what is the other's. */
function endBetween(userId: number, otherId: number): void {
  db()
    .delete(follows)
    .where(and(eq(follows.followerId, userId), eq(follows.followedId, otherId)))
    .run();
  for (const { vehicleId } of likesOf().all({ userId, otherId })) {
    db()
      .delete(likes)
      .where(and(eq(likes.vehicleId, vehicleId), eq(likes.userId, userId)))
      .run();
  }
}

// From the other one's vehicles into the key, an order that a cross join keeps: all that somebody likes may be far more.
const likesOf = prepared((database) =>
  database
    .select({ vehicleId: likes.vehicleId })
    .from(vehicles)
    .crossJoin(likes)
    .where(
      and(
        eq(vehicles.userId, sql.placeholder("otherId")),
        eq(likes.vehicleId, vehicles.id),
        eq(likes.userId, sql.placeholder("userId")),
      ),
    )
    .prepare(),
);

/**
 * Takes a block or a mute back, also of somebody deactivated; what a block ended stays ended. Repeating it changes nothing.
 * @throws DomainError not_found for somebody who is not there and is not blocked or muted
 */
export function unblockUser(viewer: Viewer, userId: number, kind: BlockKind): ViewerStateNow {
  return transaction(() => {
    const one = and(eq(blocks.userId, viewer.id), eq(blocks.otherId, userId), eq(blocks.kind, kind));
    const { changes } = db().delete(blocks).where(one).run();
    // Where nothing was undone, it must not tell who is deactivated from who was never there.
    if (changes === 0) getPerson(userId);
    return { isNew: changes > 0, ...findViewerState(viewer.id, userId) };
  });
}
