import { asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { invites, savedForms, sessions } from "~/db/schema";
import { listHoldsOf } from "~/features/holds/queries.server";
import { describeDevice } from "~/lib/device";
import { toIso } from "~/lib/time";
import { toArchiveImage } from "./build-logs.server";

/** Where a person is logged in. */
export function listUserSessions(userId: number) {
  const rows = db().select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.id)).all();
  return rows.map(({ userAgent, createdAt, lastSeenAt }) => ({
    device: describeDevice(userAgent),
    userAgent,
    createdAt: toIso(createdAt),
    lastSeenAt: toIso(lastSeenAt),
  }));
}

/** What a person sent when their session had ended and has not sent again; null where there is nothing. */
export function findUserSavedForm(userId: number) {
  const parked = db().select().from(savedForms).where(eq(savedForms.userId, userId)).get();
  if (!parked) return null;
  const { path, fields, createdAt } = parked;
  return { path, fields: JSON.parse(fields) as Record<string, string>, createdAt: toIso(createdAt) };
}

/** What invites a person has made, without their links: they open accounts. */
export function listUserInvites(userId: number) {
  const rows = db().select().from(invites).where(eq(invites.userId, userId)).orderBy(asc(invites.id)).all();
  return rows.map(({ uses, endsAt, createdAt }) => ({ uses, endsAt: toIso(endsAt), createdAt: toIso(createdAt) }));
}

/** What of a person's waits for review or was not accepted: a row's words are where the row is. */
export const listUserHeld = (userId: number) =>
  listHoldsOf(userId).map(({ kind, thingId, texts, avatar, reason, createdAt, id }) => {
    const image = toArchiveImage("users", avatar, `photos/avatar-waiting-${id}.jpg`);
    return { kind, id: String(thingId), texts, image, refusedFor: reason, createdAt: toIso(createdAt) };
  });
