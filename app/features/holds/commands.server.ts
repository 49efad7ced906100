import { and, count, eq, type SQL } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { HIDDEN } from "~/db/columns";
import { HIDEABLE, setHidden } from "~/db/hide.server";
import { activities, auditLog, holds, users } from "~/db/schema";
import { type HeldRow, writeProfileTexts } from "~/features/accounts/door/holding.server";
import { requireStaff, type Viewer } from "~/features/accounts/policy";
import { type GarageTexts, writeGarageTexts } from "~/features/garages/holding.server";
import { heldDecision } from "~/features/notifications/messages";
import { notifyComment, notifyReview, notifyReviewed } from "~/features/notifications/notify.server";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { ALREADY_DECIDED, KIND_NAMES, NOT_YOUR_OWN, TRUSTED_FROM } from "./policy";
import { getHoldToDecide, type HoldRow, listHeldOf, pathOfHold, requireDecider } from "./queries.server";

/**
 * Shows what waited for review, and tells its author and whom it concerns (holds README, Release).
 * @throws DomainError forbidden for anybody but staff, about one's own and, for a moderator, about staff; not_found; conflict where it is decided
 */
export function releaseHold(viewer: Viewer, id: number): void {
  transaction(() => release(viewer, getHoldToDecide(viewer, id)));
}

/**
 * The same with all that waits of one person.
 * @returns how many there were
 * @throws DomainError forbidden for anybody but staff, about one's own and, for a moderator, about staff; conflict where nothing waits
 */
export function releaseAllOf(viewer: Viewer, userId: number): number {
  requireStaff(viewer);
  return transaction(() => {
    if (viewer.id === userId) throw new DomainError("forbidden", NOT_YOUR_OWN);
    const rows = listHeldOf(userId);
    if (rows.length === 0) throw new DomainError("conflict", ALREADY_DECIDED);
    requireDecider(viewer, rows[0]!);
    // A garage comes before the vehicles in it, a vehicle before what stands under it.
    for (const row of rows) release(viewer, row);
    return rows.length;
  });
}

/**
 * Leaves something hidden from all but its author, who is told why and may write it anew.
 * @throws DomainError forbidden for anybody but staff, about one's own and, for a moderator, about staff; not_found; conflict where it is decided
 */
export function refuseHold(viewer: Viewer, id: number, reason: string): void {
  transaction(() => {
    const row = getHoldToDecide(viewer, id);
    db().update(holds).set({ reason }).where(eq(holds.id, id)).run();
    if (row.kind !== "profile" && row.texts === null) setHidden(row.kind, row.thingId, "refused", true);
    tellAuthor("refused", row, reason);
    record(viewer, "hold.refuse", row, reason);
  });
}

/** Tells the author what was decided, and where it stands: of a profile where they edit it. */
function tellAuthor(how: "released" | "refused", row: HoldRow, reason?: string): void {
  const path = row.kind === "profile" ? "/settings" : pathOfHold(row);
  notifyReviewed(row.userId, heldDecision(how, KIND_NAMES[row.kind], path, reason));
}

function record(viewer: Viewer, action: "hold.release" | "hold.refuse", row: HoldRow, reason?: string): void {
  const after = { kind: row.kind, thing: String(row.thingId) };
  recordAdminAction(viewer, { action, subjectType: "user", subjectId: row.userId, after, ...(reason && { reason }) });
}

function release(viewer: Viewer, row: HoldRow): void {
  db().delete(holds).where(eq(holds.id, row.id)).run();
  show(row);
  if (!isHiddenByStaff(row)) tellAuthor("released", row);
  record(viewer, "hold.release", row);
  const ofPerson = and(
    eq(auditLog.subjectType, "user"),
    eq(auditLog.subjectId, String(row.userId)),
    eq(auditLog.action, "hold.release"),
  );
  const released = db().select({ count: count() }).from(auditLog).where(ofPerson).get()?.count ?? 0;
  if (released >= TRUSTED_FROM) db().update(users).set({ trusted: true }).where(eq(users.id, row.userId)).run();
}

/** Others do not see it now either: its author has been told of that decision. */
function isHiddenByStaff({ kind, thingId }: HoldRow): boolean {
  if (kind === "profile") return false;
  const { hidden, id } = HIDEABLE[kind];
  const row = db().select({ hidden }).from(HIDEABLE[kind]).where(eq(id, thingId)).get();
  return row !== undefined && (row.hidden & HIDDEN.measure) !== 0;
}

function show({ kind, thingId, userId, texts, createdAt }: HoldRow): void {
  if (kind === "profile") {
    writeProfileTexts(userId, texts ?? {});
  } else if (texts !== null) {
    writeGarageTexts(thingId, texts as GarageTexts);
  } else {
    setHidden(kind, thingId, "hold", false);
    const { createdAt: at, id } = HIDEABLE[kind];
    const row = db().select({ at }).from(HIDEABLE[kind]).where(eq(id, thingId)).get();
    // An edit of what was shown before is no news.
    if (row?.at === createdAt) tellOf(kind, thingId, userId);
  }
}

/** What did not go out while it was held does now. */
function tellOf(kind: HeldRow, id: number, userId: number): void {
  const news = (where: SQL) => db().update(activities).set({ createdAt: now() }).where(where).run();
  const tell = {
    comment: () => notifyComment(id),
    review: () => notifyReview(id),
    vehicle: () => news(eq(activities.vehicleId, id)),
    entry: () => news(eq(activities.entryId, id)),
    garage: () => news(eq(activities.userId, userId)),
  };
  tell[kind]();
}
