import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { endedSessions, sessions, users } from "~/db/schema";
import { DAY, now } from "~/lib/time";
import { hashToken } from "~/lib/tokens.server";

/** How long a session that is over is remembered, ms. */
const REMEMBERED = DAY;

/**
 * Ends the sessions that `which` finds and remembers for a day whose they were: what somebody was writing when theirs
 * ended can then be kept for them (see `parked-forms.server.ts`). Call it in a transaction.
 * @returns how many
 */
export function endAndRemember(which: SQL | undefined): number {
  db().run(sql`
    INSERT OR REPLACE INTO ended_sessions (token_hash, user_id, ended_at)
    SELECT ${sessions.tokenHash}, ${sessions.userId}, ${now()} FROM ${sessions} WHERE ${which}`);
  return db().delete(sessions).where(which).run().changes;
}

/** Forgets a session that is over: its browser has logged out, so nothing more comes from there that could be kept. */
export function forgetEnded(tokenHash: string): void {
  db().delete(endedSessions).where(eq(endedSessions.tokenHash, tokenHash)).run();
}

const rememberedOwner = prepared((database) =>
  database
    .select({ id: users.id })
    .from(endedSessions)
    .innerJoin(users, eq(users.id, endedSessions.userId))
    .where(
      and(
        eq(endedSessions.tokenHash, sql.placeholder("hash")),
        gt(endedSessions.endedAt, sql.placeholder("since")),
        eq(users.active, true),
      ),
    )
    .prepare(),
);

const owner = prepared((database) =>
  database
    .select({ id: users.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sql.placeholder("hash")), eq(users.active, true)))
    .prepare(),
);

/**
 * Whose session it was that a token of today's or yesterday's belonged to. To be asked only where `findViewer` knows
 * nobody: a session that is too old may still have its row.
 * @returns the person's id; undefined for a token that never was one, a deactivated account and after a logout
 */
export function findEndedOwner(token: string): number | undefined {
  const hash = hashToken(token);
  return (rememberedOwner().get({ hash, since: now() - REMEMBERED }) ?? owner().get({ hash }))?.id;
}

/** Housekeeping. */
export function sweepEndedSessions(): void {
  db()
    .delete(endedSessions)
    .where(lte(endedSessions.endedAt, now() - REMEMBERED))
    .run();
}
