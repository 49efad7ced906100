import { asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { parkedForms, sessions } from "~/db/schema";
import { describeDevice } from "~/lib/device";
import { toIso } from "~/lib/time";

/** Where a person is logged in, for `data.json`. */
export function listSessionsOf(userId: number) {
  const rows = db().select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.id)).all();
  return rows.map(({ userAgent, createdAt, lastSeenAt }) => ({
    device: describeDevice(userAgent),
    userAgent,
    createdAt: toIso(createdAt),
    lastSeenAt: toIso(lastSeenAt),
  }));
}

/** What a person sent when their session had ended and has not sent again, for `data.json`; null where there is nothing. */
export function findParkedFormOf(userId: number) {
  const parked = db().select().from(parkedForms).where(eq(parkedForms.userId, userId)).get();
  if (!parked) return null;
  const { path, fields, createdAt } = parked;
  return { path, fields: JSON.parse(fields) as Record<string, string>, createdAt: toIso(createdAt) };
}
