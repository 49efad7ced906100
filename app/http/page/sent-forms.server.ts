import { eq, sql } from "drizzle-orm";
import { db, prepared, transaction } from "~/db/client.server";
import { sentForms } from "~/db/schema";
import { isAlive } from "~/lib/processes.server";
import { MINUTE, now } from "~/lib/time";

/** An identical form counts as a repetition for so long. */
const REPEAT_WINDOW_MS = MINUTE;
/** Later its process id may belong to another process. */
const MAX_RUN_MS = 10 * MINUTE;

/** By key, in this process. */
const runningKeys = new Set<string>();

const sentForm = prepared((database) =>
  database
    .select()
    .from(sentForms)
    .where(eq(sentForms.key, sql.placeholder("key")))
    .prepare(),
);

/** undefined: it must run. */
function findResponse(key: string): { answer: string } | "running" | undefined {
  const form = sentForm().get({ key });
  if (!form) return undefined;
  if (form.answer !== null) return form.at > now() - REPEAT_WINDOW_MS ? { answer: form.answer } : undefined;
  const isGoingOn = form.process === process.pid ? runningKeys.has(key) : isAlive(form.process);
  return isGoingOn && form.at > now() - MAX_RUN_MS ? "running" : undefined;
}

/**
 * Claims a form that creates something, for its first request in any process.
 * @returns "claimed": run it, then `storeResponse` or `dropClaim`; "running" in another request; its response for a
 *   minute after that
 */
export function claimForm(key: string, userId: number | null): { answer: string } | "running" | "claimed" {
  return (
    findResponse(key) ??
    transaction(() => {
      const response = findResponse(key);
      if (response) return response;
      const claim = { userId, process: process.pid, answer: null, at: now() };
      db()
        .insert(sentForms)
        .values({ key, ...claim })
        .onConflictDoUpdate({ target: sentForms.key, set: claim })
        .run();
      runningKeys.add(key);
      return "claimed";
    })
  );
}

/** Repetitions get it for a minute. */
export function storeResponse(key: string, answer: string): void {
  runningKeys.delete(key);
  db().update(sentForms).set({ answer, at: now() }).where(eq(sentForms.key, key)).run();
}

/** After a refusal or no effect: the next request runs the form again. */
export function dropClaim(key: string): void {
  runningKeys.delete(key);
  db().delete(sentForms).where(eq(sentForms.key, key)).run();
}

export function sweepSentForms(): void {
  db().run(sql`
    DELETE FROM sent_forms WHERE at <= ${now() - REPEAT_WINDOW_MS} AND (answer IS NOT NULL OR at <= ${now() - MAX_RUN_MS})`);
}
