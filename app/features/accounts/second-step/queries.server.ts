import { count, eq, sql } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { recoveryCodes, secondSteps } from "~/db/schema";
import { HOUR, now } from "~/lib/time";

/** Until the first code, ms. */
const SETUP_TTL_MS = HOUR;

const ofUser = prepared((database) =>
  database
    .select()
    .from(secondSteps)
    .where(eq(secondSteps.userId, sql.placeholder("id")))
    .prepare(),
);

/** A second step, confirmed or not. */
export function findSecondStep(userId: number) {
  return ofUser().get({ id: userId });
}

export function isSecondStepOn(userId: number): boolean {
  return (findSecondStep(userId)?.confirmedAt ?? null) !== null;
}

/** Undefined if confirmed or expired. */
export function pendingSecret(userId: number): string | undefined {
  const row = findSecondStep(userId);
  return row && row.confirmedAt === null && row.createdAt > now() - SETUP_TTL_MS ? row.secret : undefined;
}

/** `since` is the time of confirmation, ms. */
export function getSecondStep(userId: number) {
  const since = findSecondStep(userId)?.confirmedAt ?? null;
  return { on: since !== null, since, recoveryCodesLeft: since === null ? 0 : countRecoveryCodes(userId) };
}

export type SecondStepView = ReturnType<typeof getSecondStep>;

function countRecoveryCodes(userId: number): number {
  const condition = eq(recoveryCodes.userId, userId);
  return db().select({ left: count() }).from(recoveryCodes).where(condition).get()?.left ?? 0;
}
