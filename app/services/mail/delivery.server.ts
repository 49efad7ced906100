import { createHash } from "node:crypto";
import { and, asc, eq, isNull, lt, lte, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { prepared } from "~/db/prepared.server";
import { mailOutbox } from "~/db/schema";
import { DAY, HOUR, MINUTE, now, SECOND } from "~/lib/time";
import { log } from "~/services/log/log.server";
import type { MailContent } from "./layout";
import type { SendMail } from "./transport.server";

export interface MailJob {
  recipient: string;
  payload: Record<string, unknown>;
}

/** Says what a mail of its kind says now, makes its tokens; null where there is nothing to send any more. */
export type MailRenderer = (job: MailJob) => MailContent | null;

/** By kind. */
export type MailRenderers = Record<string, MailRenderer>;

/** While stopping, what is under way ends and nothing new begins; once closed, the database is not touched any more. */
export type WorkerPhase = "running" | "stopping" | "closed";

type OutboxRow = typeof mailOutbox.$inferSelect;

/** How long after each failed attempt the next one is made, ms; after the last one (the tenth attempt) it is given up. */
const BACK_OFF = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 2 * HOUR, 2 * HOUR, 2 * HOUR, 2 * HOUR];
/** For how long an attempt keeps others away, ms: longer than the transport's patience. */
const LEASE = 2 * MINUTE;
const AT_ONCE = 5;
/** How long sent rows and rows given up are kept, ms. */
const KEPT = 7 * DAY;
/** The date that never comes. */
const NEVER = 8_640_000_000_000_000;

const dueRows = prepared((database) =>
  database
    .select()
    .from(mailOutbox)
    .where(and(isNull(mailOutbox.sentAt), lte(mailOutbox.nextAttemptAt, sql.placeholder("now"))))
    .orderBy(asc(mailOutbox.nextAttemptAt))
    .limit(AT_ONCE)
    .prepare(),
);

/**
 * Delivers what is due, a few at a time, until nothing is. A mail that cannot be sent is tried again later, ten times
 * in all. Several processes may do this at once: each mail is claimed by one.
 */
export async function deliverDueMails(
  renderers: MailRenderers,
  send: SendMail,
  phase: () => WorkerPhase = () => "running",
): Promise<void> {
  while (phase() === "running") {
    const due = dueRows().all({ now: now() });
    if (due.length === 0) return;
    await Promise.all(due.map((row) => deliver(row, renderers, send, phase)));
  }
}

async function deliver(row: OutboxRow, renderers: MailRenderers, send: SendMail, phase: () => WorkerPhase) {
  if (!claim(row)) return;
  try {
    const content = render(row, renderers);
    if (content) await send({ to: row.recipient, id: mailId(row), ...content });
    if (phase() !== "closed") settle(row, content !== null);
  } catch (error) {
    if (phase() !== "closed") postpone(row, error);
  }
}

/** Counts the attempt and keeps others away from it; a process that dies meanwhile leaves the mail to the next one. */
function claim({ id, nextAttemptAt, attempts }: OutboxRow): boolean {
  const { changes } = db()
    .update(mailOutbox)
    .set({ attempts: attempts + 1, nextAttemptAt: now() + LEASE })
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.nextAttemptAt, nextAttemptAt), isNull(mailOutbox.sentAt)))
    .run();
  return changes === 1;
}

/** Of the row and not of the attempt: a server that had the mail and could not say so knows it again. */
function mailId({ id, recipient, createdAt }: OutboxRow): string {
  return createHash("sha256").update(`${id} ${recipient} ${createdAt}`).digest("hex").slice(0, 32);
}

function render({ kind, recipient, payload }: OutboxRow, renderers: MailRenderers): MailContent | null {
  const renderer = renderers[kind];
  if (!renderer) throw new Error(`no renderer for mails of kind ${kind}`);
  return renderer({ recipient, payload });
}

/** What had nothing to say leaves no trace of the address it was meant for. */
function settle({ id, kind }: OutboxRow, sent: boolean): void {
  if (sent) db().update(mailOutbox).set({ sentAt: now(), lastError: null }).where(eq(mailOutbox.id, id)).run();
  else db().delete(mailOutbox).where(eq(mailOutbox.id, id)).run();
  log.debug({ mailId: id, kind, sent }, "mail settled");
}

function postpone({ id, kind, attempts }: OutboxRow, error: unknown): void {
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const wait = BACK_OFF[attempts];
  const nextAttemptAt = wait === undefined ? NEVER : now() + wait;
  db().update(mailOutbox).set({ nextAttemptAt, lastError }).where(eq(mailOutbox.id, id)).run();
  // The server's words stay in the row: they may quote the address.
  const facts = { mailId: id, kind, attempt: attempts + 1, code: (error as { code?: unknown } | null)?.code };
  if (wait === undefined) log.error(facts, "mail given up");
  else log.warn({ ...facts, nextInSeconds: wait / SECOND }, "mail not sent, will be tried again");
}

/** Housekeeping: rows that have served. */
export function sweepOutbox(): void {
  const old = now() - KEPT;
  db().delete(mailOutbox).where(lt(mailOutbox.sentAt, old)).run();
  db()
    .delete(mailOutbox)
    .where(and(eq(mailOutbox.nextAttemptAt, NEVER), lt(mailOutbox.createdAt, old)))
    .run();
}
