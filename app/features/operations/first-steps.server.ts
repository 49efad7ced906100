import { eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, transaction } from "~/db/client.server";
import { auditLog, invites, registrationSettings, users } from "~/db/schema";
import { env } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { enqueueMail } from "~/services/mail/outbox.server";
import { site } from "~/services/site/site.server";
import { TEST_MAIL } from "./mails.server";

export const FIRST_STEPS = ["mail", "backups", "privacy", "logo", "registration", "people"] as const;

export interface FirstStep {
  name: (typeof FIRST_STEPS)[number];
  isDone: boolean;
}

/**
 * What a new site still needs, from the stored facts.
 * @returns empty once all is done
 * @throws DomainError forbidden for non-admins
 */
export function listFirstSteps(viewer: Viewer): FirstStep[] {
  requireAdmin(viewer);
  const { texts, logo } = site();
  const steps: FirstStep[] = [
    { name: "mail", isDone: env().SMTP_URL !== undefined && wasTestMailSent() },
    { name: "backups", isDone: env().BACKUP_EVERY !== null },
    { name: "privacy", isDone: texts.includes("privacy") },
    { name: "logo", isDone: logo !== null },
    { name: "registration", isDone: countUpTo(registrationSettings, 1) === 1 },
    // The first account is the admin's own.
    { name: "people", isDone: countUpTo(users, 2) === 2 || countUpTo(invites, 1) === 1 },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

/** By the mail server: `operationsMails` logs it after the delivery. */
const wasTestMailSent = () =>
  db().select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.action, "mail.test")).limit(1).get() !== undefined;

const countUpTo = (table: SQLiteTable, most: number) => db().select().from(table).limit(most).all().length;

/**
 * To the admin's own address.
 * @returns the address
 * @throws DomainError forbidden for non-admins
 */
export function sendTestMail(viewer: Viewer): string {
  requireAdmin(viewer);
  return transaction(() => {
    const user = db().select({ email: users.email }).from(users).where(eq(users.id, viewer.id)).get();
    if (!user) throw new DomainError("not_found", "This account does not exist.");
    enqueueMail(TEST_MAIL, user.email, { userId: viewer.id });
    return user.email;
  });
}

export const testMailSent = (email: string) =>
  env().SMTP_URL === undefined
    ? `The test email to ${email} is saved as a file in MAIL_DIR.`
    : `A test email is on its way to ${email}. If it does not arrive, see Email under Site status.`;
