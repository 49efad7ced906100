import { and, eq, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { blocks, follows, likes, vehicles } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { now } from "~/lib/time";
import type { BlockKind } from "./policy";
import { type BlockState, findViewerState, getPerson, getUserToBlock } from "./queries.server";

interface ViewerStateNow extends BlockState {
  isNew: boolean;
}

/**
 * A block ends follows and likes between the two; repeating changes nothing. Triggers hide notifications and remove
 * muted users from the feed.
 * @throws DomainError not_found for an unknown or deactivated user; invalid for oneself, and for blocking an admin
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

/** Only one direction: the follow, and likes of the other's vehicles. */
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

// The cross join keeps this order, because the user's likes may be far more than the other's vehicles.
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
 * Works for deactivated users too; follows and likes stay deleted. Repeating changes nothing.
 * @throws DomainError not_found for an unknown user without a block or mute
 */
export function unblockUser(viewer: Viewer, userId: number, kind: BlockKind): ViewerStateNow {
  return transaction(() => {
    const isThisBlock = and(eq(blocks.userId, viewer.id), eq(blocks.otherId, userId), eq(blocks.kind, kind));
    const { changes } = db().delete(blocks).where(isThisBlock).run();
    // Without a deletion, the response must not distinguish deactivated from unknown users.
    if (changes === 0) getPerson(userId);
    return { isNew: changes > 0, ...findViewerState(viewer.id, userId) };
  });
}
