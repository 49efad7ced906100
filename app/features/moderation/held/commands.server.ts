import { and, count, eq, type SQL } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { HIDDEN } from "~/db/columns";
import { HIDEABLE, setHidden } from "~/db/hide.server";
import { activities, auditLog, holds, users } from "~/db/schema";
import { requireStaff, type Viewer } from "~/features/accounts/policy";
import { writeProfile } from "~/features/accounts/profile.server";
import { getAccount } from "~/features/accounts/queries.server";
import { writeEntry } from "~/features/build-log/holding.server";
import { writeHeldTexts } from "~/features/events/holding.server";
import { type GarageTexts, writeGarageTexts } from "~/features/garages/holding.server";
import { type HeldRow, markHeldPhotos } from "~/features/holds/holding.server";
import { heldDecision } from "~/features/notifications/messages";
import { notifyComment, notifyReview, notifyReviewed } from "~/features/notifications/notify.server";
import { writeComment, writeReview } from "~/features/social/holding.server";
import { publishHeldPhotos, writeVehicle } from "~/features/vehicles/holding.server";
import { DomainError } from "~/lib/errors";
import { now } from "~/lib/time";
import { removeImages } from "~/services/images/files.server";
import { unreferencedImages } from "~/services/images/references.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { ALREADY_DECIDED, KIND_NAMES, NOT_YOUR_OWN, TRUSTED_FROM } from "./policy";
import {
  getHoldToDecide,
  type HoldRow,
  listHeldOf,
  pathOfHold,
  requireDecider,
  requireRevision,
} from "./queries.server";

/**
 * Notifies the author and the other recipients (holds README, Release).
 * @param revision of the displayed post; undefined releases the current version
 * @throws DomainError forbidden for non-staff, about one's own and, for a moderator, about staff; not_found; conflict
 *   if decided, or changed since
 */
export async function releaseHold(viewer: Viewer, id: number, revision?: string): Promise<void> {
  const unused = transaction(() => {
    const row = getHoldToDecide(viewer, id);
    requireRevision(row, revision);
    return release(viewer, row);
  });
  await removeImages("users", unused);
}

/**
 * The displayed posts of one user, or all.
 * @param revisions revision by id; undefined releases the current versions of all
 * @returns their number
 * @throws DomainError forbidden like `releaseHold`; conflict if nothing is held, or a displayed post was changed since
 */
export async function releaseAllOf(
  viewer: Viewer,
  userId: number,
  revisions?: ReadonlyMap<number, string | undefined>,
): Promise<number> {
  requireStaff(viewer);
  const { released, unused } = transaction(() => {
    if (viewer.id === userId) throw new DomainError("forbidden", NOT_YOUR_OWN);
    const rows = listHeldOf(userId).filter(({ id }) => revisions === undefined || revisions.has(id));
    if (rows.length === 0) throw new DomainError("conflict", ALREADY_DECIDED);
    requireDecider(viewer, rows[0]!);
    for (const row of rows) requireRevision(row, revisions?.get(row.id));
    // A garage before its vehicles, a vehicle before its comments and entries.
    return { released: rows.length, unused: rows.flatMap((row) => release(viewer, row)) };
  });
  await removeImages("users", unused);
  return released;
}

/**
 * The post stays hidden from all but its author, who receives the reason and may edit it.
 * @param revision of the displayed post; undefined refuses the current version
 * @throws DomainError like `releaseHold`
 */
export function refuseHold(viewer: Viewer, id: number, reason: string, revision?: string): void {
  transaction(() => {
    const row = getHoldToDecide(viewer, id);
    requireRevision(row, revision);
    db().update(holds).set({ reason }).where(eq(holds.id, id)).run();
    const { kind, texts } = row;
    if (kind !== "profile" && kind !== "event" && texts === null) setHidden(kind, row.thingId, "refused", true);
    markHeldPhotos(kind, row.thingId, "refused", true);
    notifyAuthor("refused", row, reason);
    record(viewer, "hold.refuse", row, reason);
  });
}

/** Links to the post; for a profile, to its settings. */
function notifyAuthor(outcome: "released" | "refused", row: HoldRow, reason?: string): void {
  const path = row.kind === "profile" ? "/settings" : pathOfHold(row);
  const { texts } = row.post;
  const isOnlyOne = row.kind === "profile" || row.kind === "garage";
  const title = isOnlyOne ? "" : (texts.name ?? texts.title ?? texts.text ?? texts.review ?? "");
  notifyReviewed(row.userId, heldDecision(outcome, { kind: KIND_NAMES[row.kind], title, path, reason }));
}

function record(viewer: Viewer, action: "hold.release" | "hold.refuse", row: HoldRow, reason?: string): void {
  const after = { kind: row.kind, thing: String(row.thingId) };
  recordAdminAction(viewer, { action, subjectType: "user", subjectId: row.userId, after, ...(reason && { reason }) });
}

/** @returns images without references */
function release(viewer: Viewer, row: HoldRow): string[] {
  db().delete(holds).where(eq(holds.id, row.id)).run();
  const replacedImages = show(row);
  if (!isHiddenByStaff(row)) notifyAuthor("released", row);
  record(viewer, "hold.release", row);
  const ofPerson = and(
    eq(auditLog.subjectType, "user"),
    eq(auditLog.subjectId, String(row.userId)),
    eq(auditLog.action, "hold.release"),
  );
  const releaseCount = db().select({ count: count() }).from(auditLog).where(ofPerson).get()?.count ?? 0;
  if (releaseCount >= TRUSTED_FROM) db().update(users).set({ trusted: true }).where(eq(users.id, row.userId)).run();
  return unreferencedImages("users", replacedImages);
}

/** The author was notified of the staff decision already. */
function isHiddenByStaff({ kind, thingId }: HoldRow): boolean {
  if (kind === "profile" || kind === "event") return false;
  const { hidden, id } = HIDEABLE[kind];
  const row = db().select({ hidden }).from(HIDEABLE[kind]).where(eq(id, thingId)).get();
  return row !== undefined && (row.hidden & HIDDEN.measure) !== 0;
}

/** @returns replaced images */
function show({ kind, thingId, userId, texts, avatar, createdAt }: HoldRow): string[] {
  if (kind === "profile") {
    const before = getAccount(userId).avatar;
    writeProfile(userId, { ...texts, ...(avatar !== null && { avatar }) });
    return avatar === null ? [] : [before];
  }
  if (kind === "event") {
    writeHeldTexts(thingId, texts ?? {});
  } else if (texts !== null) {
    publishEdit(kind, thingId, texts);
  } else {
    setHidden(kind, thingId, "hold", false);
    const { createdAt: at, id } = HIDEABLE[kind];
    const row = db().select({ at }).from(HIDEABLE[kind]).where(eq(id, thingId)).get();
    // An edit of an already public post notifies no followers.
    if (row?.at === createdAt) notifyFollowers(kind, thingId, userId);
  }
  return [];
}

function publishEdit(kind: HeldRow, id: number, texts: object): void {
  const writeByKind = {
    vehicle: () => writeVehicle(id, texts),
    entry: () => writeEntry(id, texts),
    comment: () => writeComment(id, texts),
    review: () => writeReview(id, texts),
    garage: () => writeGarageTexts(id, texts as GarageTexts),
  };
  if (Object.keys(texts).length > 0) writeByKind[kind]();
  if (kind === "vehicle" || kind === "entry") publishHeldPhotos(kind, id);
}

/** Withheld during the hold. */
function notifyFollowers(kind: HeldRow, id: number, userId: number): void {
  const news = (condition: SQL) => db().update(activities).set({ createdAt: now() }).where(condition).run();
  const notifyByKind = {
    comment: () => notifyComment(id),
    review: () => notifyReview(id),
    vehicle: () => news(eq(activities.vehicleId, id)),
    entry: () => news(eq(activities.entryId, id)),
    garage: () => news(eq(activities.userId, userId)),
  };
  notifyByKind[kind]();
}
