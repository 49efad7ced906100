import { asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { invites, sessions } from "~/db/schema";
import { listHoldsOf } from "~/features/holds/holding.server";
import { describeDevice } from "~/lib/device";
import { toIso } from "~/lib/time";
import { toArchiveImage } from "./build-logs.server";

export function listUserSessions(userId: number) {
  const rows = db().select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.id)).all();
  return rows.map(({ userAgent, createdAt, lastSeenAt }) => ({
    device: describeDevice(userAgent),
    userAgent,
    createdAt: toIso(createdAt),
    lastSeenAt: toIso(lastSeenAt),
  }));
}

/** A user's invites, without their links, which open accounts. */
export function listUserInvites(userId: number) {
  const rows = db().select().from(invites).where(eq(invites.userId, userId)).orderBy(asc(invites.id)).all();
  return rows.map(({ uses, endsAt, createdAt }) => ({ uses, endsAt: toIso(endsAt), createdAt: toIso(createdAt) }));
}

/** A user's pending and refused posts. Texts of hidden rows are exported with their rows. */
export const listUserHeld = (userId: number) =>
  listHoldsOf(userId).map(({ kind, thingId, texts, avatar, reason, createdAt, id }) => {
    const image = toArchiveImage("users", avatar, `photos/avatar-waiting-${id}.jpg`);
    return { kind, id: String(thingId), texts, image, refusedFor: reason, createdAt: toIso(createdAt) };
  });
