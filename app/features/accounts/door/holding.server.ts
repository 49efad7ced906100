import { and, eq, gt, isNull } from "drizzle-orm";
import { db } from "~/db/client.server";
import { setHidden } from "~/db/hide.server";
import { holds, users } from "~/db/schema";
import { holdsLink } from "~/lib/links.server";
import { fold } from "~/lib/text";
import { DAY, now } from "~/lib/time";
import type { Viewer } from "../policy";
import { getDoor } from "./queries.server";

/** What may be held: a row of its own, or texts beside a row that stays shown. */
type HeldKind = typeof holds.$inferSelect.kind;

/** What is a row that others do not see while it is held. */
export type HeldRow = Exclude<HeldKind, "profile" | "event">;

/** For so long somebody is new, ms. */
const NEW_MEMBER_MS = 7 * DAY;

/** All text in what somebody has sent, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Whether what somebody writes waits for review (holds README, Rules).
 * @param written all that it says
 */
function isHeldBack(viewer: Viewer, written: unknown): boolean {
  const { firstPosts } = getDoor();
  if (firstPosts === "off") return false;
  if (firstPosts === "links" && !textsIn(written).some(holdsLink)) return false;
  return isNewMember(viewer.id);
}

/** Whether a user is a member of less than 7 days, neither trusted nor staff. */
export function isNewMember(userId: number): boolean {
  const isNew = and(eq(users.role, "user"), eq(users.trusted, false), gt(users.createdAt, now() - NEW_MEMBER_MS));
  return (
    db()
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNew))
      .get() !== undefined
  );
}

const ofThing = (kind: HeldKind, thingId: number) => and(eq(holds.kind, kind), eq(holds.thingId, thingId));

/** What is held of a thing, waiting or refused; undefined where nothing is. */
export function findHold(kind: HeldKind, thingId: number) {
  return db().select().from(holds).where(ofThing(kind, thingId)).get();
}

/** Once held, always until staff release it: an edit sends what was refused to review again, at its old place. */
function hold(
  viewer: Viewer,
  kind: HeldKind,
  thingId: number,
  held: { texts: Record<string, string> | null; avatar?: string },
  createdAt: number,
) {
  db()
    .insert(holds)
    .values({ userId: viewer.id, kind, thingId, ...held, createdAt })
    .onConflictDoUpdate({ target: [holds.kind, holds.thingId], set: { ...held, reason: null } })
    .run();
}

/**
 * Holds a row that somebody has just written, where it has to wait or was held before: others do not see it.
 * Inside the transaction that wrote it.
 * @param written all that it says now
 * @param createdAt of a new row its own, so that its release can tell; ms
 */
export function holdRow(viewer: Viewer, kind: HeldRow, thingId: number, written: unknown, createdAt = now()): void {
  if (!findHold(kind, thingId) && !isHeldBack(viewer, written)) return;
  hold(viewer, kind, thingId, { texts: null }, createdAt);
  setHidden(kind, thingId, "hold", true);
  setHidden(kind, thingId, "refused", false);
}

/**
 * Keeps texts that have to wait beside a row that others go on seeing as it was.
 * @param texts all of them, as they are to be
 * @param avatar a new picture that waits with them
 * @returns whether they wait; else they are to be written
 */
export function holdTexts(
  viewer: Viewer,
  kind: Exclude<HeldKind, "vehicle" | "entry" | "comment" | "review">,
  thingId: number,
  texts: Record<string, string>,
  avatar?: string,
): boolean {
  if (!findHold(kind, thingId) && !isHeldBack(viewer, texts)) return false;
  hold(viewer, kind, thingId, { texts, ...(avatar !== undefined && { avatar }) }, now());
  return true;
}

/** Writes the texts of a profile, and its picture. @param texts all of them, or those that waited */
export function writeProfile(
  userId: number,
  texts: { name?: string; bio?: string; location?: string; avatar?: string },
): void {
  const nameFolded = texts.name && fold(texts.name);
  db()
    .update(users)
    .set({ ...texts, nameFolded })
    .where(eq(users.id, userId))
    .run();
}

/** What somebody is told after a write: the usual, or that it waits */
export function messageAfter(kind: HeldKind, thingId: number, defaultMessage: string): string {
  const waits = db()
    .select({ id: holds.id })
    .from(holds)
    .where(and(ofThing(kind, thingId), isNull(holds.reason)))
    .get();
  return waits ? "Saved. It will be reviewed before others see it." : defaultMessage;
}
