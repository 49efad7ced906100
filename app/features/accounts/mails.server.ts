import { db } from "~/db/client.server";
import { publicUrl } from "~/services/env.server";
import type { MailRenderer, MailRenderers } from "~/services/mail/delivery.server";
import { layoutMail } from "~/services/mail/layout";
import { createMailToken, sweepMailTokens } from "./mail-tokens.server";

/** The kinds of mail of this feature, as they stand in the outbox. */
export const MAIL = {
  verify: "verify-email",
  alreadyMember: "already-member",
  reset: "reset-password",
  passwordChanged: "password-changed",
} as const;

const findRecipient = (email: string) =>
  db()
    .query.users.findFirst({
      where: (users, { eq }) => eq(users.email, email),
      columns: { id: true, active: true, verifiedAt: true },
    })
    .sync();

// No mail carries the name that was typed at sign-up: whoever typed it may not own the address, and could write to
// strangers through us.

const verify: MailRenderer = ({ recipient }) => {
  const user = findRecipient(recipient);
  if (!user?.active || user.verifiedAt !== null) return null;
  sweepMailTokens();
  const url = `${publicUrl()}/verify-email/${createMailToken(user.id, "verify-email")}`;
  return layoutMail("Verify your email address", [
    "Welcome to Paddock. One step is left: tell us that this address is yours.",
    { label: "Verify my address", url },
    "The link is valid for 24 hours and works once.",
    "If you did not sign up, please ignore this mail: without the link nobody can use the account.",
  ]);
};

const alreadyMember: MailRenderer = ({ recipient }) => {
  if (!findRecipient(recipient)) return null;
  return layoutMail("You already have an account", [
    "Somebody, probably you, signed up at Paddock with this address. It has an account already, so nothing was changed.",
    { label: "Log in", url: `${publicUrl()}/login` },
    "If you have forgotten your password, you can choose a new one.",
    { label: "Choose a new password", url: `${publicUrl()}/forgot-password` },
    "If it was not you, there is nothing you need to do.",
  ]);
};

const reset: MailRenderer = ({ recipient }) => {
  const user = findRecipient(recipient);
  if (!user?.active) return null;
  sweepMailTokens();
  const url = `${publicUrl()}/reset-password/${createMailToken(user.id, "reset-password")}`;
  return layoutMail("Choose a new password", [
    "Somebody, probably you, asked for a new password for your account at Paddock.",
    { label: "Choose a new password", url },
    "The link is valid for 1 hour and works once.",
    "If it was not you, please ignore this mail. Your password stays as it is.",
  ]);
};

const passwordChanged: MailRenderer = ({ recipient }) => {
  if (!findRecipient(recipient)?.active) return null;
  return layoutMail("Your password was changed", [
    "The password of your account at Paddock was changed just now. Everybody who was logged in with it elsewhere has been logged out.",
    "If it was you, there is nothing you need to do.",
    "If it was not you, please choose a new password at once.",
    { label: "Choose a new password", url: `${publicUrl()}/forgot-password` },
  ]);
};

/** What the mail worker sends for this feature. */
export const accountMails: MailRenderers = {
  [MAIL.verify]: verify,
  [MAIL.alreadyMember]: alreadyMember,
  [MAIL.reset]: reset,
  [MAIL.passwordChanged]: passwordChanged,
};
