import { and, eq } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { events, seriesFollows } from "~/db/schema";
import { liveEvents } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { SERIES_MESSAGES } from "../limits";
import { EVENT_NOT_FOUND } from "../policy";

function getSeriesId(eventId: number): number {
  const row = db()
    .select({ id: events.seriesId })
    .from(events)
    .where(and(eq(events.id, eventId), liveEvents))
    .get();
  if (!row) throw new DomainError("not_found", EVENT_NOT_FOUND);
  if (row.id === null) throw new DomainError("conflict", SERIES_MESSAGES.single);
  return row.id;
}

/**
 * Of the event. Repeating changes nothing.
 * @returns whether the viewer is a new follower
 * @throws DomainError not_found unless live; conflict for an event without a series
 */
export function followSeries(viewer: Viewer, eventId: number): boolean {
  return transaction(() => {
    const row = { seriesId: getSeriesId(eventId), userId: viewer.id, createdAt: now() };
    return db().insert(seriesFollows).values(row).onConflictDoNothing().run().changes > 0;
  });
}

const ownFollow = (viewer: Viewer, seriesId: number) =>
  and(eq(seriesFollows.seriesId, seriesId), eq(seriesFollows.userId, viewer.id));

/** Repeating changes nothing. @throws DomainError like `followSeries` */
export function unfollowSeries(viewer: Viewer, eventId: number): void {
  transaction(
    () =>
      void db()
        .delete(seriesFollows)
        .where(ownFollow(viewer, getSeriesId(eventId)))
        .run(),
  );
}

export function isFollowing(viewer: Viewer | null, seriesId: number): boolean {
  if (viewer === null) return false;
  const { userId } = seriesFollows;
  return db().select({ userId }).from(seriesFollows).where(ownFollow(viewer, seriesId)).get() !== undefined;
}
