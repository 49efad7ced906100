import { publicUrl } from "~/env.server";
import { formatDate } from "~/lib/time";
import { layoutMail } from "~/services/mail/layout.server";
import type { MailRenderers } from "~/services/mail/worker.server";
import { siteName } from "~/services/site/site.server";
import { findAccount } from "../queries.server";
import { findInvite } from "./queries.server";

export const REGISTRATION_MAIL = {
  accepted: "application-accepted",
  refused: "application-refused",
  invitation: "invitation",
} as const;

/** Mails to applicants. None contains the typed name. */
export const registrationMails: MailRenderers = {
  [REGISTRATION_MAIL.accepted]: ({ recipient }) => {
    if (!findAccount(recipient)?.active) return null;
    return layoutMail("Your application was accepted", [
      `Welcome to ${siteName()}. Your application was accepted, and you can now log in.`,
      { label: "Log in", url: `${publicUrl()}/login` },
      "Use the password you chose when you applied. If you have none, use “Forgot your password?”.",
    ]);
  },
  [REGISTRATION_MAIL.invitation]: ({ payload }) => {
    const invite = findInvite(Number(payload.inviteId));
    if (!invite) return null;
    return layoutMail(`You are invited to ${siteName()}`, [
      `The people who run ${siteName()} invite you to open an account.`,
      { label: "Open your account", url: invite.link },
      `The link is valid until ${formatDate(invite.endsAt)}, for one account.`,
      "If you do not want one, please ignore this email.",
    ]);
  },
  [REGISTRATION_MAIL.refused]: ({ payload }) =>
    layoutMail("Your application was not accepted", [
      `You applied for an account at ${siteName()}. Your application was not accepted. Reason:`,
      String(payload.reason),
      "Your application is deleted after 30 days.",
    ]),
};
