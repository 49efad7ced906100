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
 * Releases a held post, and notifies its author and the other recipients (holds README, Release).
 * @throws DomainError forbidden unless staff, about one's own and, for a moderator, about staff; not_found; conflict
 *   where it is decided
 */
export function releaseHold(viewer: Viewer, id: number): void {
  transaction(() => release(viewer, getHoldToDecide(viewer, id)));
}

/**
 * Releases all held posts of one user.
 * @returns their number
 * @throws DomainError forbidden unless staff, about one's own and, for a moderator, about staff; conflict where nothing
 *   is held
 */
export function releaseAllOf(viewer: Viewer, userId: number): number {
  requireStaff(viewer);
  return transaction(() => {
    if (viewer.id === userId) throw new DomainError("forbidden", NOT_YOUR_OWN);
    const rows = listHeldOf(userId);
    if (rows.length === 0) throw new DomainError("conflict", ALREADY_DECIDED);
    requireDecider(viewer, rows[0]!);
    // A garage is released before its vehicles, a vehicle before its comments and entries.
    for (const row of rows) release(viewer, row);
    return rows.length;
  });
}

/**
 * Refuses a held post: it stays hidden from all but its author, who is sent the reason and may write it again.
 * @throws DomainError forbidden unless staff, about one's own and, for a moderator, about staff; not_found; conflict
 *   where it is decided
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

/** Notifies the author of the decision, with a link to the post; for a profile, to its settings. */
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

/** Whether a staff decision hides it too: its author was notified of that one already. */
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
    // An edit of an already public post notifies no followers.
    if (row?.at === createdAt) tellOf(kind, thingId, userId);
  }
}

/** Sends the notifications that were withheld while it was held. */
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
