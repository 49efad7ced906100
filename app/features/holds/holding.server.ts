import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { db, isAmongIds, prepared } from "~/db/client.server";
import { HIDDEN } from "~/db/columns";
import { getHidden, setHidden } from "~/db/hide.server";
import { holds, photos, registrationSettings, users } from "~/db/schema";
import { holdsLink } from "~/lib/links.server";
import { isolate } from "~/lib/text";
import { DAY, now } from "~/lib/time";

interface Author {
  id: number;
}

/** A hidden row, or new texts for a row that stays visible. */
type HeldKind = typeof holds.$inferSelect.kind;

/** Kinds with a hidden row. */
export type HeldRow = Exclude<HeldKind, "profile" | "event">;

/** ms. */
const NEW_MEMBER_MS = 7 * DAY;

/** At any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

const registrationSettingsRow = prepared((database) =>
  database.select({ firstPosts: registrationSettings.firstPosts }).from(registrationSettings).prepare(),
);

/**
 * For a new member: any content, or only with links (holds README, Rules).
 * @param content the whole content
 */
function needsReview(userId: number, content: unknown): boolean {
  const { firstPosts } = registrationSettingsRow().get() ?? { firstPosts: "off" };
  if (firstPosts === "off") return false;
  if (firstPosts === "links" && !textsIn(content).some(holdsLink)) return false;
  return isNewMember(userId);
}

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

export function findHold(kind: HeldKind, thingId: number) {
  return db().select().from(holds).where(ofThing(kind, thingId)).get();
}

/** Stays until staff release it. An edit sends a refused item to review again, at its old place in the queue. */
function insertHold(
  userId: number,
  kind: HeldKind,
  thingId: number,
  held: { texts: Record<string, string> | null; avatar?: string },
  createdAt: number,
) {
  db()
    .insert(holds)
    .values({ userId, kind, thingId, ...held, createdAt })
    .onConflictDoUpdate({ target: [holds.kind, holds.thingId], set: { ...held, reason: null } })
    .run();
}

/**
 * Hides a row just written if it needs review or was held before, in the same transaction.
 * @param content the whole new content
 * @param createdAt the row's, so that its release can recognize a new row; ms
 */
export function holdRow(author: Author, kind: HeldRow, thingId: number, content: unknown, createdAt = now()): void {
  if (!findHold(kind, thingId) && !needsReview(author.id, content)) return;
  insertHold(author.id, kind, thingId, { texts: null }, createdAt);
  setHidden(kind, thingId, "hold", true);
  setHidden(kind, thingId, "refused", false);
}

/**
 * Others keep seeing the old values of a visible row, the new ones wait; a held row is written, and waits on.
 * @param values new columns; {} for photos and captions, which wait in their own rows
 * @param content the whole new content
 * @returns whether the new values wait; else the caller writes them
 */
export function holdEdit(author: Author, kind: HeldRow, thingId: number, values: object, content: unknown): boolean {
  const hold = findHold(kind, thingId);
  if (!hold && !needsReview(author.id, content)) return false;
  const isHeld = (getHidden(kind, thingId) & HIDDEN.hold) !== 0;
  const texts = isHeld ? null : { ...hold?.texts, ...(values as Record<string, string>) };
  insertHold(author.id, kind, thingId, { texts }, now());
  if (isHeld) setHidden(kind, thingId, "refused", false);
  else markHeldPhotos(kind, thingId, "refused", false);
  return !isHeld;
}

/** New photos of a visible vehicle or entry: those with the reason `hold`. */
export function markHeldPhotos(kind: HeldKind, thingId: number, reason: "hold" | "refused", on: boolean): void {
  if (kind !== "vehicle" && kind !== "entry") return;
  const rows = db()
    .select({ id: photos.id })
    .from(photos)
    .where(and(photosOf(kind, thingId), sql`${photos.hidden} & ${sql.raw(String(HIDDEN.hold))}`))
    .all();
  for (const { id } of rows) setHidden("photo", id, reason, on);
}

/** Of the gallery, or of the entry. */
export const photosOf = (kind: "vehicle" | "entry", id: number) =>
  kind === "vehicle" ? and(eq(photos.vehicleId, id), isNull(photos.entryId)) : eq(photos.entryId, id);

const editsOf = prepared((database) =>
  database
    .select({ thingId: holds.thingId, texts: holds.texts, reason: holds.reason })
    .from(holds)
    .where(and(eq(holds.kind, sql.placeholder("kind")), isAmongIds(holds.thingId), isNotNull(holds.texts)))
    .prepare(),
);

/** For the author: with the values pending review, marked as held. Unchanged for others. */
export function withOwnEdits<Row extends { id: number; hidden: number }>(
  kind: HeldRow,
  viewer: Author | null,
  rows: readonly Row[],
  authorOf: (row: Row) => number | undefined,
): Row[] {
  const ids = viewer === null ? [] : rows.filter((row) => authorOf(row) === viewer.id).map(({ id }) => id);
  if (ids.length === 0) return [...rows];
  const edits = new Map(
    editsOf()
      .all({ kind, ids: JSON.stringify(ids) })
      .map((edit) => [edit.thingId, edit]),
  );
  return rows.map((row) => {
    const edit = edits.get(row.id);
    if (!edit) return row;
    const hidden = row.hidden | HIDDEN.hold | (edit.reason === null ? 0 : HIDDEN.refused);
    return { ...withEdit(row, edit), hidden };
  });
}

/** Columns missing in the row stay out. @param edit of a hold */
export function withEdit<Row extends object>(row: Row, edit: { texts: object | null } | undefined): Row {
  const values = Object.entries(edit?.texts ?? {}).filter(([name]) => name in row);
  return { ...row, ...Object.fromEntries(values) };
}

/**
 * The visible row keeps its old texts.
 * @param texts all new texts
 * @param avatar held with the texts
 * @returns whether they wait; else the caller writes them
 */
export function holdTexts(
  author: Author,
  kind: Exclude<HeldKind, "vehicle" | "entry" | "comment" | "review">,
  thingId: number,
  texts: Record<string, string>,
  avatar?: string,
): boolean {
  if (!findHold(kind, thingId) && !needsReview(author.id, texts)) return false;
  insertHold(author.id, kind, thingId, { texts, ...(avatar !== undefined && { avatar }) }, now());
  return true;
}

/** After a write: the default, or a notice of pending review. */
export function messageAfter(kind: HeldKind, thingId: number, defaultMessage: string): string {
  const isPending = db()
    .select({ id: holds.id })
    .from(holds)
    .where(and(ofThing(kind, thingId), isNull(holds.reason)))
    .get();
  return isPending ? "Saved. It will be reviewed before others see it." : defaultMessage;
}

/** For the author: the refusal's reason, or that others see the old texts. */
export function wordsOfHold(
  insertHold: { reason: string | null; texts: object | null } | undefined,
): string | undefined {
  if (insertHold?.reason) return `${isolate(insertHold.reason)} Edit it to send it to review again.`;
  return insertHold?.texts ? "Others see the previous version until then." : undefined;
}

/** Pending and refused, for the export. */
export const listHoldsOf = (userId: number) => db().select().from(holds).where(eq(holds.userId, userId)).all();
