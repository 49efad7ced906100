import { eq, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { sentForms } from "~/db/schema";
import { isAlive } from "~/lib/processes.server";
import { MINUTE, now } from "~/lib/time";

/** How long the same form again is the same act, ms. */
const REPEAT_WINDOW_MS = MINUTE;
/** No form takes longer, ms: the number of its process may be another's by then. */
const MAX_RUN_MS = 10 * MINUTE;

/** What this process is at. */
const running = new Set<string>();

const sentForm = prepared((database) =>
  database
    .select()
    .from(sentForms)
    .where(eq(sentForms.key, sql.placeholder("key")))
    .prepare(),
);

/** What has become of a form with this key: its answer, "under way", or undefined where it is to be done. */
function findResponse(key: string): { answer: string } | "under way" | undefined {
  const sent = sentForm().get({ key });
  if (!sent) return undefined;
  if (sent.answer !== null) return sent.at > now() - REPEAT_WINDOW_MS ? { answer: sent.answer } : undefined;
  const isGoingOn = sent.process === process.pid ? running.has(key) : isAlive(sent.process);
  return isGoingOn && sent.at > now() - MAX_RUN_MS ? "under way" : undefined;
}

/**
 * Claims a form that creates something, for the first request with it, in any process.
 * @param key tells it from any other
 * @returns "yours" to the request that has to run it, and then calls `storeResponse` or `dropClaim`; "under way" while
 * another does; its response where it was done within the last minute
 */
export function claimForm(key: string, userId: number | null): { answer: string } | "under way" | "yours" {
  return (
    findResponse(key) ??
    transaction(() => {
      const found = findResponse(key);
      if (found) return found;
      const claim = { userId, process: process.pid, answer: null, at: now() };
      db()
        .insert(sentForms)
        .values({ key, ...claim })
        .onConflictDoUpdate({ target: sentForms.key, set: claim })
        .run();
      running.add(key);
      return "yours";
    })
  );
}

/** It was done: for a minute whoever sends it again gets this answer. */
export function storeResponse(key: string, answer: string): void {
  running.delete(key);
  db().update(sentForms).set({ answer, at: now() }).where(eq(sentForms.key, key)).run();
}

/** It was refused, or made nothing: the next one is a new try. */
export function dropClaim(key: string): void {
  running.delete(key);
  db().delete(sentForms).where(eq(sentForms.key, key)).run();
}

/** Housekeeping. */
export function sweepSentForms(): void {
  db().run(sql`
    DELETE FROM sent_forms WHERE at <= ${now() - REPEAT_WINDOW_MS} AND (answer IS NOT NULL OR at <= ${now() - MAX_RUN_MS})`);
}
