import { db } from "~/db/client.server";
import { publicUrl } from "~/env.server";
import { formatTime } from "~/lib/time";
import type { MailRenderer, MailRenderers } from "~/services/mail/delivery.server";
import { layoutMail, type MailContent } from "~/services/mail/layout";
import { createMailToken, sweepMailTokens } from "./mail-tokens.server";
import { createSignUpToken, findWaitingSignUp, type SignUpRow, sweepSignUps } from "./sign-up-tokens.server";

/** The kinds of mail of this feature, as they stand in the outbox. */
export const MAIL = {
  verify: "verify-email",
  reset: "reset-password",
  passwordChanged: "password-changed",
  passwordReset: "password-reset",
  newDevice: "new-device",
} as const;

const findRecipient = (email: string) =>
  db()
    .query.users.findFirst({ where: (users, { eq }) => eq(users.email, email), columns: { id: true, active: true } })
    .sync();

const findSignUp = (id: unknown): SignUpRow | undefined =>
  typeof id === "number"
    ? db()
        .query.signUps.findFirst({ where: (signUps, { eq }) => eq(signUps.id, id) })
        .sync()
    : undefined;

// No mail carries the name that was typed at sign-up: whoever typed it may not own the address, and could write to
// strangers through us.

/**
 * After a sign-up (`signUpId`), or where somebody asked for another link (`browserHashes`). Whether the address has an
 * account is looked at here and nowhere before.
 */
const verify: MailRenderer = ({ recipient, payload: { signUpId, browserHashes } }) => {
  sweepSignUps();
  const hashes = Array.isArray(browserHashes) ? browserHashes.map(String) : [];
  const signUp = signUpId === undefined ? findWaitingSignUp(recipient, hashes) : findSignUp(signUpId);
  // Its link has been used meanwhile, or the address has an account and nobody signed up for it again.
  if (!signUp) return null;
  return findRecipient(recipient) ? alreadyMember() : verificationOf(signUp);
};

function verificationOf(signUp: SignUpRow): MailContent {
  return layoutMail("Verify your email address", [
    "Welcome to Paddock. One step is left: confirm that this address is yours.",
    { label: "Verify my address", url: `${publicUrl()}/verify-email/${createSignUpToken(signUp.id)}` },
    "The link is valid for 24 hours and works once.",
    "If you did not sign up, please ignore this mail: without the link nobody can use the account.",
  ]);
}

const alreadyMember = (): MailContent =>
  layoutMail("You already have an account", [
    "Somebody, probably you, signed up at Paddock with this address. It already has an account, so nothing was changed.",
    { label: "Log in", url: `${publicUrl()}/login` },
    "If you have forgotten your password, you can choose a new one.",
    newPassword(),
    "If it was not you, there is nothing you need to do.",
  ]);

const newPassword = () => ({ label: "Choose a new password", url: `${publicUrl()}/forgot-password` });

const reset: MailRenderer = ({ recipient }) => {
  const user = findRecipient(recipient);
  if (!user) return opensAnAccount(recipient);
  if (!user.active) return null;
  sweepMailTokens();
  const url = `${publicUrl()}/reset-password/${createMailToken(user.id, "reset-password")}`;
  return layoutMail("Choose a new password", [
    "Somebody, probably you, asked for a new password for your account at Paddock.",
    { label: "Choose a new password", url },
    "The link is valid for 1 hour and works once.",
    "If it was not you, please ignore this mail. Your password stays as it is.",
  ]);
};

/** Whoever has forgotten the password of a sign-up that still waits chooses one by its link. */
function opensAnAccount(recipient: string): MailContent | null {
  sweepSignUps();
  const signUp = findWaitingSignUp(recipient, []);
  return signUp ? verificationOf(signUp) : null;
}

/** News for the owner of an account, who may have to do something about it. */
const toOwner =
  (subject: string, news: (payload: Record<string, unknown>) => string, otherwise: string): MailRenderer =>
  ({ recipient, payload }) => {
    if (!findRecipient(recipient)?.active) return null;
    return layoutMail(subject, [
      news(payload),
      "If it was you, there is nothing you need to do.",
      otherwise,
      newPassword(),
    ]);
  };

const AT_ONCE = "If it was not you, please choose a new password at once.";

const passwordChanged = toOwner(
  "Your password was changed",
  () =>
    "The password of your account at Paddock was changed just now. Everybody who was logged in with it elsewhere has been logged out.",
  AT_ONCE,
);

const passwordReset = toOwner(
  "You have a new password",
  () =>
    "A new password was chosen for your account at Paddock, with a link that we had sent to this address. Everybody who was logged in has been logged out.",
  `${AT_ONCE} Somebody else may be able to read your mail: please change that password too.`,
);

const newDevice = toOwner(
  "A login from a new device",
  ({ device, at }) => `Somebody logged in to your account at Paddock on ${formatTime(Number(at))}. Device: ${device}.`,
  `${AT_ONCE} That logs everybody out.`,
);

/** What the mail worker sends for this feature. */
export const accountMails: MailRenderers = {
  [MAIL.verify]: verify,
  // A kind that older versions queued and that may still be in the outbox.
  "already-member": ({ recipient }) => (findRecipient(recipient) ? alreadyMember() : null),
  [MAIL.reset]: reset,
  [MAIL.passwordChanged]: passwordChanged,
  [MAIL.passwordReset]: passwordReset,
  [MAIL.newDevice]: newDevice,
};
