import { publicUrl } from "~/env.server";
import { layoutMail } from "~/services/mail/layout.server";
import type { MailRenderers } from "~/services/mail/worker.server";
import { siteName } from "~/services/site/site.server";
import { findAccount } from "../queries.server";

export const REGISTRATION_MAIL = { accepted: "application-accepted", refused: "application-refused" } as const;

/** Mails to applicants. None contains the typed name. */
export const registrationMails: MailRenderers = {
  [REGISTRATION_MAIL.accepted]: ({ recipient }) => {
    if (!findAccount(recipient)?.active) return null;
    return layoutMail("Your application was accepted", [
      `Welcome to ${siteName()}. Your application was accepted, and your account is open.`,
      { label: "Log in", url: `${publicUrl()}/login` },
      "Your password is the one that you chose when you applied.",
    ]);
  },
  [REGISTRATION_MAIL.refused]: ({ payload }) =>
    layoutMail("Your application was not accepted", [
      `You applied for an account at ${siteName()}. Your application was not accepted. This is the reason:`,
      String(payload.reason),
      "What you sent with it is deleted after 30 days.",
    ]),
};
