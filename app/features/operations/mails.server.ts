import { and, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { users } from "~/db/schema";
import { env, publicUrl } from "~/env.server";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { layoutMail } from "~/services/mail/layout.server";
import type { MailRenderer, MailRenderers } from "~/services/mail/worker.server";
import { siteName } from "~/services/site/site.server";

export const TEST_MAIL = "test-mail";

/** Logged once the mail server has accepted it; a file proves nothing. */
const testMail: MailRenderer = ({ recipient, payload }) => {
  const isAdmin = and(eq(users.id, Number(payload.userId)), eq(users.email, recipient), eq(users.role, "admin"));
  const admin = db().select({ id: users.id, name: users.name }).from(users).where(isAdmin).get();
  if (!admin) return null;
  return {
    ...layoutMail(`Test email from ${siteName()}`, [
      "You asked for this email on the dashboard. It has arrived, so the site can send email.",
      { label: "Open the dashboard", url: `${publicUrl()}/admin` },
    ]),
    onSent: () => {
      if (env().SMTP_URL === undefined) return;
      recordAdminAction(admin, { action: "mail.test", subjectType: "user", subjectId: admin.id });
    },
  };
};

export const operationsMails: MailRenderers = { [TEST_MAIL]: testMail };
