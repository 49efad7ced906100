import { and, eq, gt, lte, sql } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { savedForms } from "~/db/schema";
import { now } from "~/lib/time";
import { SAVED_FORM_TTL_MS } from "./limits";

/** The names and texts of all fields together, bytes of UTF-8. */
export const MAX_SAVED_FORM_BYTES = 64 * 1024;
const MAX_PATH = 2000;
/** Every page of the person is told of it; none of our forms has a longer one. */
const MAX_INTENT = 40;

/** What somebody sent when their session had ended. */
interface SavedForm {
  /** The form's page, without a query. */
  path: string;
  /** Which of the page's forms; "" where it has one. */
  intent: string;
  /** Texts by field. */
  fields: Record<string, string>;
}

/**
 * Keeps a form for the person who wrote it, for a day. Each has one: the newest.
 * @param form its fields without what is secret
 * @returns false where it is too large to be kept, or says nothing
 */
export function saveForm(userId: number, { path, intent, fields }: SavedForm): boolean {
  const entries = Object.entries(fields);
  const size = entries.reduce((sum, [name, text]) => sum + Buffer.byteLength(name) + Buffer.byteLength(text), 0);
  const isTooLarge = size > MAX_SAVED_FORM_BYTES || path.length > MAX_PATH || intent.length > MAX_INTENT;
  if (isTooLarge || entries.every(([, text]) => text.trim() === "")) return false;
  const row = { path, intent, fields: JSON.stringify(fields), createdAt: now() };
  db()
    .insert(savedForms)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: savedForms.userId, set: row })
    .run();
  return true;
}

const savedFormWhere = prepared((database) =>
  database
    .select()
    .from(savedForms)
    .where(and(eq(savedForms.userId, sql.placeholder("userId")), gt(savedForms.createdAt, sql.placeholder("since"))))
    .prepare(),
);

/** What is kept for a person, and since when (ms since 1970); undefined where there is nothing. */
export function findSavedForm(userId: number): (SavedForm & { createdAt: number }) | undefined {
  const row = savedFormWhere().get({ userId, since: now() - SAVED_FORM_TTL_MS });
  return row && { ...row, fields: JSON.parse(row.fields) as Record<string, string> };
}

/** Forgets what is kept for a person: it was sent, or they do not want it. */
export function dropSavedForm(userId: number): void {
  db().delete(savedForms).where(eq(savedForms.userId, userId)).run();
}

/** Housekeeping. */
export function sweepSavedForms(): void {
  db()
    .delete(savedForms)
    .where(lte(savedForms.createdAt, now() - SAVED_FORM_TTL_MS))
    .run();
}
