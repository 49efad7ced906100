import { db } from "~/db/client.server";
import { publicUrl } from "~/env.server";
import type { MailRenderer, MailRenderers } from "~/services/mail/delivery.server";
import { layoutMail } from "~/services/mail/layout";

/** The kinds of mail about the second step, as they stand in the outbox. */
export const SECOND_STEP_MAIL = {
  on: "second-step-on",
  off: "second-step-off",
  newCodes: "second-step-new-codes",
} as const;

/** Tells the owner of an account what has been changed. */
const notice =
  (subject: string, happened: string): MailRenderer =>
  ({ recipient }) => {
    const owner = db()
      .query.users.findFirst({ where: (users, { eq }) => eq(users.email, recipient), columns: { active: true } })
      .sync();
    if (!owner?.active) return null;
    return layoutMail(subject, [
      happened,
      "If it was you, there is nothing you need to do.",
      "If it was not you, please choose a new password at once, and look at your security settings.",
      { label: "Choose a new password", url: `${publicUrl()}/forgot-password` },
      { label: "Security settings", url: `${publicUrl()}/settings/security` },
    ]);
  };

/** What the mail worker sends for the second step. */
export const secondStepMails: MailRenderers = {
  [SECOND_STEP_MAIL.on]: notice(
    "The second step is on",
    "The second step of your logins at Paddock was turned on just now: as well as your password, logging in asks for a code from your authenticator app. Everybody who was logged in elsewhere has been logged out.",
  ),
  [SECOND_STEP_MAIL.off]: notice(
    "The second step is off",
    "The second step of your logins at Paddock was turned off just now: the password alone opens your account again. Everybody who was logged in elsewhere has been logged out.",
  ),
  [SECOND_STEP_MAIL.newCodes]: notice(
    "You have new recovery codes",
    "New recovery codes for your account at Paddock were made just now. The old ones no longer work.",
  ),
};
