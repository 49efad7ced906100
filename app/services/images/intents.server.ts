import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { imageIntents } from "~/db/schema";
import type { ImageKind } from "~/lib/images";
import { HOUR, now } from "~/lib/time";

/** For how long an intent is its holder's own without another word, ms. */
const INTENT_LEASE_MS = HOUR;

/** Intents noted, forgotten and finished at once. */
const BATCH = 200;

/** An intent that nobody is at any more. */
type ImageIntent = Pick<typeof imageIntents.$inferSelect, "kind" | "name">;

/**
 * Says that files of these images are about to be stored; they may be unused until `commitImageWrite`.
 * @param holder who does it: the name of its temporary folder
 */
export function beginImageWrite(kind: ImageKind, names: readonly string[], holder: string): void {
  const until = now() + INTENT_LEASE_MS;
  transaction(() => {
    for (const name of names) {
      db().insert(imageIntents).values({ kind, name, purpose: "add", holder, until }).run();
    }
  });
}

/**
 * Keeps the files of an image that is there from being swept until a row shows it, for an hour at most.
 * @returns false where they are being removed already
 */
export function reserveImage(kind: ImageKind, name: string): boolean {
  const next = { purpose: "add" as const, holder: "", until: now() + INTENT_LEASE_MS };
  const { changes } = db()
    .insert(imageIntents)
    .values({ kind, name, ...next })
    .onConflictDoUpdate({
      target: [imageIntents.kind, imageIntents.name],
      set: next,
      setWhere: eq(imageIntents.purpose, "add"),
    })
    .run();
  return changes > 0;
}

/** The holder is still at it. */
export function renewIntents(holder: string): void {
  db()
    .update(imageIntents)
    .set({ until: now() + INTENT_LEASE_MS })
    .where(eq(imageIntents.holder, holder))
    .run();
}

/**
 * The images are in the store; called in the transaction that writes the rows that show them.
 * @throws Error where a sweep has taken the holder for dead, and the files may be gone
 */
export function commitImageWrite(kind: ImageKind, names: readonly string[], holder: string): void {
  for (const name of names) {
    const its = and(eq(imageIntents.kind, kind), eq(imageIntents.name, name), eq(imageIntents.holder, holder));
    const { changes } = db().delete(imageIntents).where(its).run();
    if (changes === 0) throw new Error(`${name} took so long that it was taken for given up`);
  }
}

/**
 * Whoever held them is dead or has given up: the next sweep removes what they had stored, as far as no row shows it.
 * @param from not before this time, ms since 1970
 */
export function abandonIntents(holder: string, from = 0): void {
  if (holder === "") return;
  const next = { holder: "", purpose: "remove" as const, until: from };
  db().update(imageIntents).set(next).where(eq(imageIntents.holder, holder)).run();
}

/** Says that these images' files are to be removed; called in the transaction that takes their last row away. */
export function planImageRemoval(kind: ImageKind, names: readonly string[]): void {
  const next = { purpose: "remove" as const, holder: "", until: 0 };
  for (let at = 0; at < names.length; at += BATCH) {
    db()
      .insert(imageIntents)
      .values(names.slice(at, at + BATCH).map((name) => ({ kind, name, ...next })))
      .onConflictDoUpdate({ target: [imageIntents.kind, imageIntents.name], set: next })
      .run();
  }
}

/** What was intended is done: nothing of these images is in the store any more, or rows show them. */
export function deleteIntents(kind: ImageKind, names: readonly string[]): void {
  for (let at = 0; at < names.length; at += BATCH) {
    const some = inArray(imageIntents.name, names.slice(at, at + BATCH));
    db()
      .delete(imageIntents)
      .where(and(eq(imageIntents.kind, kind), some, eq(imageIntents.holder, "")))
      .run();
  }
}

/** The images among these names (at most 500) that somebody is adding. */
export function findPendingImages(kind: ImageKind, names: readonly string[]): Set<string> {
  const rows = db()
    .select({ name: imageIntents.name })
    .from(imageIntents)
    .where(and(eq(imageIntents.kind, kind), inArray(imageIntents.name, [...names]), eq(imageIntents.purpose, "add")))
    .all();
  return new Set(rows.map(({ name }) => name));
}

/** Some intents that nobody is at any more: removals, and additions whose time has passed. @param time ms since 1970 */
export function listOverdueIntents(time: number): ImageIntent[] {
  return db()
    .select({ kind: imageIntents.kind, name: imageIntents.name, until: imageIntents.until })
    .from(imageIntents)
    .where(lte(imageIntents.until, time))
    .orderBy(asc(imageIntents.until))
    .limit(BATCH)
    .all();
}

/** Makes overdue additions nobody's, so that who comes late with its rows learns it. Removals stay as they are. */
export function takeOverIntents(intents: readonly ImageIntent[]): void {
  for (const { kind, name } of intents) {
    db()
      .update(imageIntents)
      .set({ purpose: "remove", holder: "", until: 0 })
      .where(and(eq(imageIntents.kind, kind), eq(imageIntents.name, name)))
      .run();
  }
}
