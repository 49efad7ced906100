import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { mailOutbox, users } from "~/db/schema";
import { emailForms } from "~/lib/addresses.server";
import { DAY, HOUR, MINUTE, now, SECOND } from "~/lib/time";
import { randomFraction } from "~/lib/tokens.server";
import { log } from "~/services/log/log.server";
import { runJob, startPeriodicJob } from "../periodic/periodic.server";
import { describeMailFailure, isPermanentRefusal, mailFailureLine } from "./failure.server";
import type { MailContent } from "./layout.server";
import { type SendMail, sendMail } from "./transport.server";

/** Delays are random, so that the time for rendering and sending a mail does not show in response times. */
const MAX_POLL_DELAY_MS = 2 * SECOND;
const FAULT_DELAY_MS = 5 * SECOND;
const STOP_TIMEOUT_MS = 5 * SECOND;

/**
 * Delivers the mails of all processes.
 * @param renderers by kind of mail
 * @returns stops it: resolves when no mail is in progress, after 5 s at most (an interrupted mail is sent again later)
 */
export function startMailWorker(renderers: MailRenderers, send: SendMail = sendMail): () => Promise<void> {
  let phase: WorkerPhase = "running";
  let currentRun: Promise<void> | undefined;
  let polling: NodeJS.Timeout | undefined;

  const job = { name: "emails", every: MAX_POLL_DELAY_MS, failed: "mail worker fault" };
  const poll = async () => {
    const isFine = await runJob(job, async () => {
      await deliverDueMails(renderers, send, () => phase);
      return phase !== "closed";
    });
    const delay = isFine ? randomFraction() * MAX_POLL_DELAY_MS : FAULT_DELAY_MS;
    if (phase === "running") polling = setTimeout(startPoll, delay);
  };
  const startPoll = () => {
    currentRun = poll();
  };
  const sweep = { name: "outbox clean-up", every: HOUR, failed: "outbox sweep fault" };
  const stopSweeps = startPeriodicJob({ ...sweep, round: sweepOutbox });
  startPoll();
  return async () => {
    phase = "stopping";
    clearTimeout(polling);
    await Promise.race([Promise.all([currentRun, stopSweeps()]), pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    phase = "closed";
  };
}

export interface MailJob {
  recipient: string;
  payload: Record<string, unknown>;
}

/** At sending time, with new tokens; null if no longer needed. */
export type MailRenderer = (job: MailJob) => MailContent | null;

export type MailRenderers = Record<string, MailRenderer>;

/** "stopping": finishes the current mail; "closed": the database is no longer used. */
type WorkerPhase = "running" | "stopping" | "closed";

type OutboxRow = typeof mailOutbox.$inferSelect;

/** The tenth attempt is the last. */
const RETRY_DELAYS_MS = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  2 * HOUR,
  2 * HOUR,
  2 * HOUR,
  2 * HOUR,
];
/** How long a claimed mail is locked for other processes: longer than the transport's timeouts. */
const LEASE_MS = 2 * MINUTE;
const MAILS_PER_RUN = 5;
export const MAIL_RETENTION_MS = 7 * DAY;
/** After the last attempt: the latest possible date. */
export const NEVER = 8_640_000_000_000_000;

const dueRows = prepared((database) =>
  database
    .select()
    .from(mailOutbox)
    .where(and(isNull(mailOutbox.sentAt), lte(mailOutbox.nextAttemptAt, sql.placeholder("now"))))
    .orderBy(asc(mailOutbox.nextAttemptAt))
    .limit(MAILS_PER_RUN)
    .prepare(),
);

/** A few at a time; each is claimed by one process. Failures are retried later, ten attempts in all. */
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
    if (phase() === "closed") return;
    settle(row, content !== null && row.payload.isLast !== true);
  } catch (error) {
    if (phase() !== "closed") fail(row, error);
  }
}

/** If the process dies, another one retries after the lease. */
function claim(row: OutboxRow): boolean {
  const claimedUntil = now() + LEASE_MS;
  const { changes } = db()
    .update(mailOutbox)
    .set({ attempts: row.attempts + 1, nextAttemptAt: claimedUntil, claimedUntil })
    .where(isUnchanged(row))
    .run();
  return changes === 1;
}

/** Neither claimed nor sent since it was read. */
export const isUnchanged = ({ id, nextAttemptAt }: Pick<OutboxRow, "id" | "nextAttemptAt">) =>
  and(eq(mailOutbox.id, id), eq(mailOutbox.nextAttemptAt, nextAttemptAt), isNull(mailOutbox.sentAt));

/** Per row, not per attempt: a server that accepted a mail without confirming recognizes the repeat. */
function mailId({ id, recipient, createdAt }: OutboxRow): string {
  return createHash("sha256").update(`${id} ${recipient} ${createdAt}`).digest("hex").slice(0, 32);
}

function render({ kind, recipient, payload }: OutboxRow, renderers: MailRenderers): MailContent | null {
  const renderer = renderers[kind];
  if (!renderer) throw new Error(`no renderer for mails of kind ${kind}`);
  return renderer({ recipient, payload });
}

/** Mails with nothing to send, and the last one to a deleted account, are deleted, address included. */
function settle({ id, kind, recipient }: OutboxRow, isSent: boolean): void {
  const done = { sentAt: now(), lastError: null, failedAt: null, isRefused: false };
  if (isSent) db().update(mailOutbox).set(done).where(eq(mailOutbox.id, id)).run();
  else db().delete(mailOutbox).where(eq(mailOutbox.id, id)).run();
  if (isSent)
    db()
      .update(users)
      .set({ mailRefusedAt: null })
      .where(and(has(recipient), isMarked))
      .run();
  log.debug({ mailId: id, kind, sent: isSent }, "mail settled");
}

const isMarked = isNotNull(users.mailRefusedAt);

/** In any form of the address. */
const has = (recipient: string) => inArray(users.email, emailForms(recipient));

/** No retry after the last attempt or a permanent refusal. */
function fail({ id, kind, attempts, recipient }: OutboxRow, error: unknown): void {
  const failure = describeMailFailure(error);
  const isRefused = isPermanentRefusal(error);
  const wait = isRefused ? undefined : RETRY_DELAYS_MS[attempts];
  const nextAttemptAt = wait === undefined ? NEVER : now() + wait;
  const lastError = mailFailureLine(failure);
  db()
    .update(mailOutbox)
    .set({ nextAttemptAt, lastError, failedAt: now(), isRefused })
    .where(eq(mailOutbox.id, id))
    .run();
  if (isRefused) db().update(users).set({ mailRefusedAt: now() }).where(has(recipient)).run();
  const facts = { mailId: id, kind, attempt: attempts + 1, ...failure };
  if (isRefused) log.warn(facts, "mail not sent: refused permanently");
  else if (wait === undefined) log.error(facts, "mail given up");
  else log.warn({ ...facts, nextInSeconds: wait / SECOND }, "mail not sent: retry scheduled");
}

export function sweepOutbox(): void {
  const old = now() - MAIL_RETENTION_MS;
  db().delete(mailOutbox).where(lt(mailOutbox.sentAt, old)).run();
  db()
    .delete(mailOutbox)
    .where(and(eq(mailOutbox.nextAttemptAt, NEVER), lt(mailOutbox.createdAt, old)))
    .run();
}
