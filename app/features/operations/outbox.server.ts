import { setTimeout as pause } from "node:timers/promises";
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { mailOutbox, users } from "~/db/schema";
import { env, publicUrl } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { CASE_MAIL } from "~/features/cases/limits";
import { DomainError } from "~/lib/errors";
import { type PageParams, toOffset } from "~/lib/paging";
import { now, SECOND } from "~/lib/time";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { describeMailFailure, mailFailureLine } from "~/services/mail/failure.server";
import { layoutMail } from "~/services/mail/layout.server";
import { openTransport } from "~/services/mail/transport.server";
import { isUnchanged, NEVER } from "~/services/mail/worker.server";
import { siteName } from "~/services/site/site.server";
import { OPERATIONS_MESSAGES } from "./limits";
import type { MailQuery } from "./schema.server";

/** False if mails are saved as files. */
export const isMailSent = () => env().SMTP_URL !== undefined;

const TIMEOUT_MS = 10 * SECOND;

/**
 * To the admin's own address, at once.
 * @returns the mail server's answer; null if saved as a file
 * @throws DomainError forbidden for non-admins; unavailable with the mail server's refusal
 */
export async function sendTestMail(viewer: Viewer) {
  requireAdmin(viewer);
  const user = db().select({ email: users.email }).from(users).where(eq(users.id, viewer.id)).get();
  if (!user) throw new DomainError("not_found", "This account does not exist.");
  const content = layoutMail(`Test email from ${siteName()}`, [
    "You asked for this email on the page Mail. It has arrived, so the site can send email.",
    { label: "Open the page", url: `${publicUrl()}/admin/mail` },
  ]);
  const late = pause(TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${TIMEOUT_MS / SECOND} seconds`);
  });
  const answer = await Promise.race([openTransport(env())({ to: user.email, ...content }), late]).catch((error) => {
    const failure = mailFailureLine(describeMailFailure(error));
    throw new DomainError("unavailable", `The test email was not sent: ${failure}.`);
  });
  if (answer !== null)
    transaction(() => recordAdminAction(viewer, { action: "mail.test", subjectType: "user", subjectId: viewer.id }));
  return { email: user.email, answer };
}

type MailRow = typeof mailOutbox.$inferSelect;

const isUnsent = isNull(mailOutbox.sentAt);

const STATES: Record<NonNullable<MailQuery["state"]>, SQL | undefined> = {
  waiting: and(isUnsent, isNull(mailOutbox.lastError)),
  failed: and(isUnsent, isNotNull(mailOutbox.lastError)),
  sent: isNotNull(mailOutbox.sentAt),
};

const isClaimed = ({ nextAttemptAt, claimedUntil }: MailRow) => nextAttemptAt === claimedUntil && nextAttemptAt > now();

const TO_REPORTERS = new Set<string>([CASE_MAIL.received, CASE_MAIL.outcome]);

export type MailView = ReturnType<typeof mailView>;

function mailView(row: MailRow) {
  const { id, kind, attempts, createdAt, lastError, sentAt, nextAttemptAt } = row;
  return {
    ...{ id, kind, attempts, createdAt, sentAt },
    // An accused admin must not learn who reported them.
    recipient: TO_REPORTERS.has(kind) ? "" : row.recipient,
    error: lastError,
    isClaimed: sentAt === null && isClaimed(row),
    /** Null if sent, given up or refused. */
    nextAt: sentAt !== null || nextAttemptAt === NEVER ? null : nextAttemptAt,
  };
}

/**
 * Default: unsent ones; those given up first, then the last to be tried. `counts` by state.
 * @throws DomainError forbidden for non-admins
 */
export function listOutbox(viewer: Viewer, { state }: MailQuery, page: PageParams) {
  requireAdmin(viewer);
  const count = (condition: SQL | undefined) => sql<number>`(SELECT count(*) FROM mail_outbox WHERE ${condition})`;
  const { waiting, failed, sent } = STATES;
  const counts = db().get<{ waiting: number; failed: number; sent: number }>(
    sql`SELECT ${count(waiting)} AS waiting, ${count(failed)} AS failed, ${count(sent)} AS sent`,
  );
  const rows = db()
    .select()
    .from(mailOutbox)
    .where(state === undefined ? isUnsent : STATES[state])
    .orderBy(desc(mailOutbox.sentAt), desc(mailOutbox.nextAttemptAt), desc(mailOutbox.id))
    .limit(page.limit)
    .offset(toOffset(page))
    .all();
  const total = state === undefined ? counts.waiting + counts.failed : counts[state];
  return { rows: rows.map(mailView), total, counts, ...page };
}

function findUnsent(viewer: Viewer, id: number): MailRow {
  requireAdmin(viewer);
  const row = db()
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), isUnsent))
    .get();
  if (!row) throw new DomainError("not_found", OPERATIONS_MESSAGES.noMail);
  return row;
}

/** @throws DomainError forbidden for non-admins; not_found if sent */
export const getUnsentMail = (viewer: Viewer, id: number) => mailView(findUnsent(viewer, id));

function changeUnsent(viewer: Viewer, id: number, action: string, change: (row: MailRow) => unknown): void {
  transaction(() => {
    const row = findUnsent(viewer, id);
    if (isClaimed(row)) throw new DomainError("conflict", OPERATIONS_MESSAGES.mailClaimed);
    change(row);
    recordAdminAction(viewer, { action, subjectType: "mail", subjectId: id, before: { kind: row.kind } });
  });
}

/** Now, also after the last attempt. @throws DomainError forbidden for non-admins; not_found; conflict while it is sent */
export const retryMail = (viewer: Viewer, id: number): void =>
  changeUnsent(viewer, id, "mail.retry", (row) =>
    db().update(mailOutbox).set({ nextAttemptAt: now() }).where(isUnchanged(row)).run(),
  );

/** @throws DomainError as `retryMail`, and before the first attempt: whoever takes over an admin must not stop a warning */
export const dropMail = (viewer: Viewer, id: number): void =>
  changeUnsent(viewer, id, "mail.drop", (row) => {
    if (row.lastError === null) throw new DomainError("conflict", OPERATIONS_MESSAGES.mailUntried);
    db().delete(mailOutbox).where(isUnchanged(row)).run();
  });
