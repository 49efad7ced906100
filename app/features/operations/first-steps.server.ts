import { eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "~/db/client.server";
import { auditLog, invites, registrationSettings, users } from "~/db/schema";
import { env } from "~/env.server";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { site } from "~/services/site/site.server";

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

/** By the mail server: `sendTestMail`. */
const wasTestMailSent = () =>
  db().select({ id: auditLog.id }).from(auditLog).where(eq(auditLog.action, "mail.test")).limit(1).get() !== undefined;

const countUpTo = (table: SQLiteTable, most: number) => db().select().from(table).limit(most).all().length;
