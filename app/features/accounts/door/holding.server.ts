import { and, eq, isNull } from "drizzle-orm";
import { db } from "~/db/client.server";
import { setHidden } from "~/db/hide.server";
import { holds, users } from "~/db/schema";
import { fold, holdsLink } from "~/lib/text";
import { DAY, now } from "~/lib/time";
import type { Viewer } from "../policy";
import { getDoor } from "./queries.server";

/** What may be held: a row of its own, or of a person the texts of their profile. */
type HeldKind = typeof holds.$inferSelect.kind;

/** What is a row that others do not see while it is held. */
export type HeldRow = Exclude<HeldKind, "profile">;

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
  if (firstPosts === "off" || viewer.role !== "user") return false;
  if (firstPosts === "links" && !textsIn(written).some(holdsLink)) return false;
  const person = db()
    .select({ createdAt: users.createdAt, trusted: users.trusted })
    .from(users)
    .where(eq(users.id, viewer.id))
    .get();
  return person !== undefined && !person.trusted && person.createdAt > now() - NEW_MEMBER_MS;
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
  texts: Record<string, string> | null,
  createdAt: number,
) {
  db()
    .insert(holds)
    .values({ userId: viewer.id, kind, thingId, texts, createdAt })
    .onConflictDoUpdate({ target: [holds.kind, holds.thingId], set: { texts, reason: null } })
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
  hold(viewer, kind, thingId, null, createdAt);
  setHidden(kind, thingId, "hold", true);
  setHidden(kind, thingId, "refused", false);
}

/**
 * Keeps texts that have to wait beside a row that others go on seeing as it was.
 * @param texts all of them, as they are to be
 * @returns whether they wait; else they are to be written
 */
export function holdTexts(
  viewer: Viewer,
  kind: "garage" | "profile",
  thingId: number,
  texts: Record<string, string>,
): boolean {
  if (!findHold(kind, thingId) && !isHeldBack(viewer, texts)) return false;
  hold(viewer, kind, thingId, texts, now());
  return true;
}

/** Writes the texts of a profile. @param texts all of them, or those that waited */
export function writeProfileTexts(userId: number, texts: { name?: string; bio?: string; location?: string }): void {
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
