import { and, eq, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { blocks, follows, likes, mutes, vehicles } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { now } from "~/lib/time";
import { findStanding, getPerson, getPersonToBlock, getPersonToMute, type Standing } from "./queries.server";

/** How things stand afterwards, and whether they stood otherwise before. */
export interface StandingNow extends Standing {
  isNew: boolean;
}

/**
 * Blocks a person: follows and likes between the two end. A second time changes nothing.
 * @throws DomainError not_found for somebody unknown or deactivated; invalid for oneself and for an admin
 */
export function blockUser(viewer: Viewer, userId: number): StandingNow {
  return transaction(() => {
    getPersonToBlock(viewer, userId);
    const row = { userId: viewer.id, blockedId: userId, createdAt: now() };
    const { changes } = db().insert(blocks).values(row).onConflictDoNothing().run();
    endBetween(viewer.id, userId);
    endBetween(userId, viewer.id);
    return { isNew: changes > 0, ...findStanding(viewer.id, userId) };
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
 * Takes a block back, also of somebody deactivated; what it ended stays ended. Repeating it changes nothing.
 * @throws DomainError not_found for somebody who is not there and is not blocked
 */
export function unblockUser(viewer: Viewer, userId: number): StandingNow {
  return transaction(() => {
    const one = and(eq(blocks.userId, viewer.id), eq(blocks.blockedId, userId));
    return undone(viewer, userId, db().delete(blocks).where(one).run().changes);
  });
}

/**
 * Mutes a person; a second time changes nothing. Triggers hide their notifications and take them out of the feed.
 * @throws DomainError not_found for somebody unknown or deactivated; invalid for oneself
 */
export function muteUser(viewer: Viewer, userId: number): StandingNow {
  return transaction(() => {
    getPersonToMute(viewer, userId);
    const row = { userId: viewer.id, mutedId: userId, createdAt: now() };
    const { changes } = db().insert(mutes).values(row).onConflictDoNothing().run();
    return { isNew: changes > 0, ...findStanding(viewer.id, userId) };
  });
}

/**
 * Takes a mute back, also of somebody deactivated. Repeating it changes nothing.
 * @throws DomainError not_found for somebody who is not there and is not muted
 */
export function unmuteUser(viewer: Viewer, userId: number): StandingNow {
  return transaction(() => {
    const one = and(eq(mutes.userId, viewer.id), eq(mutes.mutedId, userId));
    return undone(viewer, userId, db().delete(mutes).where(one).run().changes);
  });
}

/** Where nothing was undone, it must not tell who is deactivated from who was never there. */
function undone(viewer: Viewer, userId: number, changes: number): StandingNow {
  if (changes === 0) getPerson(userId);
  return { isNew: changes > 0, ...findStanding(viewer.id, userId) };
}
