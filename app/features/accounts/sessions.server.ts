import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { garages, sessions, users } from "~/db/schema";
import { describeDevice } from "~/lib/device";
import { DAY, HOUR, now } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import type { Viewer } from "./policy";

/** How long a session lasts after it was last used, in seconds. */
export const SESSION_SECONDS = (30 * DAY) / 1000;

const viewerByToken = prepared((database) =>
  database
    .select({
      id: users.id,
      name: users.name,
      avatar: users.avatar,
      role: users.role,
      garageId: garages.id,
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(garages, eq(garages.userId, users.id))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("hash")),
        gt(sessions.expiresAt, sql.placeholder("now")),
        eq(users.active, true),
      ),
    )
    .prepare(),
);

/** The person a session token belongs to, or null where it is unknown, expired or of a deactivated account. */
export function findViewer(token: string): Viewer | null {
  const row = viewerByToken().get({ hash: hashToken(token), now: now() });
  if (!row) return null;
  const { sessionId, lastSeenAt, ...viewer } = row;
  // Once an hour is exact enough for "last seen", and reading pages stays free of writes.
  if (now() - lastSeenAt > HOUR) touchSession(sessionId);
  return viewer;
}

function touchSession(id: number): void {
  db()
    .update(sessions)
    .set({ lastSeenAt: now(), expiresAt: now() + SESSION_SECONDS * 1000 })
    .where(eq(sessions.id, id))
    .run();
}

/**
 * Starts a session (decisions, Identity and sessions).
 * @param userAgent as the browser calls itself, for the person's list of sessions
 * @returns the clear token; the database keeps its hash only
 */
export function startSession(userId: number, userAgent: string): string {
  const token = newToken();
  db()
    .insert(sessions)
    .values({
      userId,
      tokenHash: hashToken(token),
      userAgent: userAgent.slice(0, 200),
      createdAt: now(),
      authenticatedAt: now(),
      lastSeenAt: now(),
      expiresAt: now() + SESSION_SECONDS * 1000,
    })
    .run();
  return token;
}

export function endSession(token: string): void {
  db()
    .delete(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)))
    .run();
}

/** Ends every session of a person, except the one with `keepToken`, if given. */
export function endSessionsOf(userId: number, keepToken?: string): void {
  const others = keepToken === undefined ? undefined : ne(sessions.tokenHash, hashToken(keepToken));
  db()
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .run();
}

/** One of a person's sessions, as their settings list it. */
export interface SessionView {
  id: string;
  /** "Firefox on Windows". */
  device: string;
  /** To the hour. */
  lastSeenAt: number;
  createdAt: number;
  /** The one the list was asked for with. */
  current: boolean;
}

/** How many sessions the settings list. */
const LISTED = 50;

/** Where the viewer is logged in: this session first, then as they were last seen. */
export function listSessions(viewer: Viewer, currentToken: string): SessionView[] {
  const isCurrent = sql<number>`${sessions.tokenHash} = ${hashToken(currentToken)}`;
  const rows = db()
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      lastSeenAt: sessions.lastSeenAt,
      createdAt: sessions.createdAt,
      current: isCurrent,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, now())))
    .orderBy(desc(isCurrent), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(LISTED)
    .all();
  return rows.map(({ id, userAgent, current, ...times }) => ({
    id: String(id),
    device: describeDevice(userAgent),
    ...times,
    current: current === 1,
  }));
}

/**
 * Logs the viewer out where one of their sessions is.
 * @returns false for a session that is not theirs, or has ended already
 */
export function endSessionOf(viewer: Viewer, id: number): boolean {
  const own = and(eq(sessions.id, id), eq(sessions.userId, viewer.id));
  return db().delete(sessions).where(own).run().changes > 0;
}

/** Housekeeping: rows that nobody can use any more. */
export function sweepSessions(): void {
  db().delete(sessions).where(lt(sessions.expiresAt, now())).run();
}
