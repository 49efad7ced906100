import { and, desc, eq, gt, inArray, lt, lte, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { MAX_IN_HEADER, unreadNewsCount } from "~/db/news.server";
import { garages, sessions, users } from "~/db/schema";
import { describeDevice } from "~/lib/device";
import { DAY, HOUR, now, SECOND } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { log } from "~/services/log/log.server";
import { SESSION_IDLE_MS, SESSION_SECONDS } from "./limits";
import type { PageViewer, Viewer } from "./policy";

/** From login, ms. */
const MEMBER_TTL_MS = SESSION_SECONDS * SECOND;
const ADMIN_TTL_MS = 14 * DAY;

/** Per user, all shown in the settings. A program that logs in each time ends its own old sessions. */
const MAX_SESSIONS = 100;

/** By the user's current role, not the role at login. */
const isLoginValid = (time: SQLWrapper | number) =>
  sql`${sessions.createdAt} > ${time} - CASE ${users.role} WHEN 'admin' THEN ${ADMIN_TTL_MS} ELSE ${MEMBER_TTL_MS} END`;

const byToken = (unread: SQL<number>) =>
  prepared((database) =>
    database
      .select({
        id: users.id,
        name: users.name,
        avatar: users.avatar,
        role: users.role,
        garageId: garages.id,
        suspendedUntil: sql<
          number | null
        >`iif(${users.suspendedUntil} > ${sql.placeholder("now")}, ${users.suspendedUntil}, NULL)`,
        sessionId: sessions.id,
        lastSeenAt: sessions.lastSeenAt,
        unread,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .leftJoin(garages, eq(garages.userId, users.id))
      .where(
        and(
          eq(sessions.tokenHash, sql.placeholder("hash")),
          gt(sessions.expiresAt, sql.placeholder("now")),
          isLoginValid(sql.placeholder("now")),
          eq(users.active, true),
        ),
      )
      .prepare(),
  );

const viewerByToken = byToken(sql<number>`0`);
// Counted in the session's statement, so that pages need no extra one.
const news = unreadNewsCount(sql`${sql.placeholder("now")}`, MAX_IN_HEADER);
const pageViewerByToken = byToken(sql<number>`${users.unreadCount} + ${news}`);

/** Null if the token is unknown or expired, or the account is deactivated. */
export function findViewer(token: string): Viewer | null {
  const row = viewerByToken().get({ hash: hashToken(token), now: now() });
  if (!row) return null;
  const { unread: _, ...viewer } = touch(row);
  return viewer;
}

/** Includes the number of unread notifications. */
export function findPageViewer(token: string): PageViewer | null {
  const row = pageViewerByToken().get({ hash: hashToken(token), now: now() });
  return row ? touch(row) : null;
}

function touch<Row extends { sessionId: number; lastSeenAt: number }>({ sessionId, lastSeenAt, ...viewer }: Row) {
  // At most once an hour: exact enough for "last seen", and saves writes.
  if (now() - lastSeenAt > HOUR) touchSession(sessionId);
  return viewer;
}

/** A failed write, as on a full disk, must not fail the request. */
function touchSession(id: number): void {
  try {
    db()
      .update(sessions)
      .set({ lastSeenAt: now(), expiresAt: now() + SESSION_IDLE_MS })
      .where(eq(sessions.id, id))
      .run();
  } catch (error) {
    log.warn({ err: error }, "last use of a session not stored");
  }
}

/**
 * Beyond `MAX_SESSIONS`, ends the least recently used ones.
 * @param userAgent as the browser sent it
 * @returns the clear token; the database stores only its hash
 */
export function startSession(userId: number, userAgent: string): string {
  const token = newToken();
  transaction(() => {
    db()
      .insert(sessions)
      .values({
        userId,
        tokenHash: hashToken(token),
        userAgent: userAgent.slice(0, 200),
        createdAt: now(),
        authenticatedAt: now(),
        lastSeenAt: now(),
        expiresAt: now() + SESSION_IDLE_MS,
      })
      .run();
    db()
      .delete(sessions)
      .where(inArray(sessions.id, beyondMost(userId)))
      .run();
  });
  return token;
}

const beyondMost = (userId: number) =>
  db()
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(1_000)
    .offset(MAX_SESSIONS);

/** On logout, or on a new login in its browser. */
export function endSession(token: string): void {
  db()
    .delete(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)))
    .run();
}

/** Keeps the session with `currentToken`, and the one with `keptId`. */
export function endUserSessions(userId: number, currentToken?: string, keptId?: number | null): void {
  const isCurrent = currentToken === undefined ? undefined : ne(sessions.tokenHash, hashToken(currentToken));
  const others = keptId == null ? isCurrent : and(isCurrent, ne(sessions.id, keptId));
  db()
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .run();
}

export const findSessionId = (token: string): number | undefined =>
  db()
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)))
    .get()?.id;

export type SessionView = ReturnType<typeof listSessions>[number];

/** The current one first, then by last use. */
export function listSessions(viewer: Viewer, currentToken: string) {
  const isCurrent = sql<number>`${sessions.tokenHash} = ${hashToken(currentToken)}`;
  const rows = db()
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      /** To the hour. */
      lastSeenAt: sessions.lastSeenAt,
      createdAt: sessions.createdAt,
      current: isCurrent,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, now()), isLoginValid(now())))
    .orderBy(desc(isCurrent), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(MAX_SESSIONS)
    .all();
  return rows.map(({ userAgent, current, ...row }) => ({
    ...row,
    /** "Firefox on Windows". */
    device: describeDevice(userAgent),
    current: current === 1,
  }));
}

/** False for another user's session, or one already ended. */
export function endOwnSession(viewer: Viewer, id: number): boolean {
  const isOwnSession = and(eq(sessions.id, id), eq(sessions.userId, viewer.id));
  return db().delete(sessions).where(isOwnSession).run().changes > 0;
}

export function sweepSessions(): void {
  const time = now();
  const admins = db().select({ id: users.id }).from(users).where(eq(users.role, "admin"));
  const tooOld = or(
    lte(sessions.createdAt, time - MEMBER_TTL_MS),
    and(lte(sessions.createdAt, time - ADMIN_TTL_MS), inArray(sessions.userId, admins)),
  );
  db()
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, time), tooOld))
    .run();
}
