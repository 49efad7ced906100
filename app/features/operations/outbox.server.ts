import { and, count, desc, eq, isNotNull, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "~/db/client.server";
import { mailOutbox, users } from "~/db/schema";
import { env, publicUrl } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { CASE_MAIL } from "~/features/cases/limits";
import { DomainError } from "~/lib/errors";
import { choiceField, lineField } from "~/lib/fields.server";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { isoOrNull, now, SECOND, toIso } from "~/lib/time";
import { withTimeout } from "~/lib/timeout.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { describeMailFailure, mailFailureLine } from "~/services/mail/failure.server";
import { layoutMail } from "~/services/mail/layout.server";
import { openTransport } from "~/services/mail/transport.server";
import { isUnchanged, NEVER } from "~/services/mail/worker.server";
import { siteName } from "~/services/site/site.server";
import { MAIL_STATES, MAX_MAIL_SEARCH, OPERATIONS_MESSAGES } from "./limits";

/** False if mails are saved as files. */
export const isMailSent = () => env().SMTP_URL !== undefined;

export const testMailShape = z.strictObject({
  email: z.string(),
  answer: z.string().nullable().meta({ description: "Null if saved as a file (no SMTP_URL)" }),
});

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
  const send = openTransport(env());
  const answer = await withTimeout(send({ to: user.email, ...content }), TIMEOUT_MS).catch((error) => {
    const failure = mailFailureLine(describeMailFailure(error));
    throw new DomainError("unavailable", `The test email was not sent: ${failure}.`);
  });
  if (answer !== null)
    transaction(() => recordAdminAction(viewer, { action: "mail.test", subjectType: "user", subjectId: viewer.id }));
  return { email: user.email, answer };
}

export const mailQuery = z.object({
  state: choiceField(
    MAIL_STATES.map(([state]) => state),
    "Unknown state.",
  ),
  q: lineField({ label: "The search", max: MAX_MAIL_SEARCH }),
});

type MailQuery = z.output<typeof mailQuery>;

export const mailShape = z
  .strictObject({
    _id: z.string(),
    kind: z.string(),
    recipient: z.string(),
    attempts: z.int(),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    error: z.string().nullable().meta({ description: "Of the last attempt" }),
    isClaimed: z.boolean().meta({ description: "It is being sent right now" }),
    nextAt: z.iso.datetime().nullable().meta({ description: "The next attempt; null once sent, given up or refused" }),
  })
  .meta({ id: "OutboxMail" });

export type MailView = z.infer<typeof mailShape>;

type MailRow = typeof mailOutbox.$inferSelect;

const isUnsent = isNull(mailOutbox.sentAt);

const STATES: Record<NonNullable<MailQuery["state"]>, SQL | undefined> = {
  waiting: and(isUnsent, isNull(mailOutbox.lastError)),
  failed: and(isUnsent, isNotNull(mailOutbox.lastError)),
  sent: isNotNull(mailOutbox.sentAt),
};

const isClaimed = ({ nextAttemptAt, claimedUntil }: MailRow) => nextAttemptAt === claimedUntil && nextAttemptAt > now();

const hasInAddress = (text: string) => sql`instr(lower(${mailOutbox.recipient}), ${text.toLowerCase()}) > 0`;

/** An accused admin must not learn who reported them. */
const TO_REPORTERS: string[] = [CASE_MAIL.received, CASE_MAIL.outcome];

function mailView(row: MailRow): MailView {
  const { id, kind, attempts, createdAt, lastError, sentAt, nextAttemptAt } = row;
  return {
    ...{ _id: String(id), kind, attempts, createdAt: toIso(createdAt), sentAt: isoOrNull(sentAt), error: lastError },
    recipient: TO_REPORTERS.includes(kind) ? "" : row.recipient,
    isClaimed: sentAt === null && isClaimed(row),
    nextAt: sentAt !== null || nextAttemptAt === NEVER ? null : toIso(nextAttemptAt),
  };
}

/**
 * Default: unsent ones, with `q` all; those given up first, then the last to be tried.
 * @throws DomainError forbidden for non-admins
 */
export function listOutbox(viewer: Viewer, { state, q }: MailQuery, page: PageParams): Paged<MailView> {
  requireAdmin(viewer);
  const isFound = and(
    state === undefined ? (q === "" ? isUnsent : undefined) : STATES[state],
    q === "" ? undefined : and(hasInAddress(q), notInArray(mailOutbox.kind, TO_REPORTERS)),
  );
  const found = db().select({ total: count() }).from(mailOutbox).where(isFound).get();
  const rows = db()
    .select()
    .from(mailOutbox)
    .where(isFound)
    .orderBy(desc(mailOutbox.sentAt), desc(mailOutbox.nextAttemptAt), desc(mailOutbox.id))
    .limit(page.limit)
    .offset(toOffset(page))
    .all();
  return { rows: rows.map(mailView), total: found?.total ?? 0, ...page };
}

function changeUnsent(viewer: Viewer, id: number, action: string, change: (row: MailRow) => unknown): void {
  requireAdmin(viewer);
  transaction(() => {
    const row = db()
      .select()
      .from(mailOutbox)
      .where(and(eq(mailOutbox.id, id), isUnsent))
      .get();
    if (!row) throw new DomainError("not_found", OPERATIONS_MESSAGES.noMail);
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
