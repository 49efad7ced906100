import { db } from "~/db/client.server";
import { env, publicUrl } from "~/env.server";
import { DAY, formatTime, now } from "~/lib/time";
import { layoutMail, type MailContent } from "~/services/mail/layout.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import type { MailRenderer, MailRenderers } from "~/services/mail/worker.server";
import { siteName } from "~/services/site/site.server";
import { UNDO_TTL_MS } from "./limits";
import { findAccount } from "./queries.server";
import { registrationMails } from "./registration/mails.server";
import { isRefusedAddress } from "./registration/queries.server";
import {
  createEmailToken,
  createMailToken,
  createSignUpToken,
  findPendingSignUp,
  type SignUpRow,
  sweepMailTokens,
  sweepSignUps,
} from "./tokens.server";

export const ACCOUNT_MAIL = {
  verify: "verify-email",
  reset: "reset-password",
  passwordChanged: "password-changed",
  passwordReset: "password-reset",
  newDevice: "new-device",
  secondStepOn: "second-step-on",
  secondStepOff: "second-step-off",
  newCodes: "second-step-new-codes",
  wrongCodes: "second-step-wrong-codes",
  confirmEmail: "confirm-email",
  emailChanged: "email-changed",
  passkeyAdded: "passkey-added",
  passkeyRemoved: "passkey-removed",
  identityLinked: "identity-linked",
  identityUnlinked: "identity-unlinked",
  byAdmin: "account-by-admin",
} as const;

const findSignUp = (id: unknown): SignUpRow | undefined =>
  typeof id === "number"
    ? db()
        .query.signUps.findFirst({ where: (signUps, { eq }) => eq(signUps.id, id) })
        .sync()
    : undefined;

// No mail contains the name typed at sign-up: a person without access to the address could send text to strangers.

/**
 * After a sign-up (`signUpId`) or a request for a new link (`browserHashes`). Only here, not in the request, the code
 * looks for an account.
 */
const verify: MailRenderer = ({ recipient, payload: { signUpId, browserHashes } }) => {
  sweepSignUps();
  const hashes = Array.isArray(browserHashes) ? browserHashes.map(String) : [];
  const signUp = signUpId === undefined ? findPendingSignUp(recipient, hashes) : findSignUp(signUpId);
  // The link has been used, or the address has an account and no new sign-up.
  if (!signUp) return null;
  return findAccount(recipient) ? alreadyMember() : verificationOf(signUp);
};

/** Refused addresses get no mail. Checked only here, so that the response does not reveal it. */
function verificationOf(signUp: SignUpRow): MailContent | null {
  if (isRefusedAddress(signUp.email)) return null;
  return layoutMail("Verify your email address", [
    `Welcome to ${siteName()}. Confirm your email address to finish signing up.`,
    { label: "Verify my address", url: `${publicUrl()}/verify-email/${createSignUpToken(signUp.id)}` },
    "The link is valid for 24 hours and works once.",
    "If you did not sign up, please ignore this email. The account cannot be used without the link.",
  ]);
}

const alreadyMember = (): MailContent =>
  layoutMail("You already have an account", [
    `Someone, probably you, signed up for ${siteName()} with this address. It already has an account, so nothing has changed.`,
    { label: "Log in", url: `${publicUrl()}/login` },
    "If you have forgotten your password, you can choose a new one.",
    newPassword(),
    "If it wasn’t you, you don’t need to do anything.",
  ]);

const newPassword = () => ({ label: "Choose a new password", url: `${publicUrl()}/forgot-password` });

const reset: MailRenderer = ({ recipient }) => {
  const user = findAccount(recipient);
  if (!user) return opensAnAccount(recipient);
  if (!user.active) return null;
  sweepMailTokens();
  const url = `${publicUrl()}/reset-password/${createMailToken(user.id)}`;
  return layoutMail("Choose a new password", [
    `Someone, probably you, asked for a new password for your ${siteName()} account.`,
    { label: "Choose a new password", url },
    "The link is valid for 1 hour and works once.",
    "If it wasn’t you, please ignore this email. Your password stays as it is.",
  ]);
};

/** After a forgotten password: the verification link lets the user choose a new one. */
function opensAnAccount(recipient: string): MailContent | null {
  sweepSignUps();
  const signUp = findPendingSignUp(recipient, []);
  return signUp ? verificationOf(signUp) : null;
}

const toOwner =
  (
    subject: string,
    news: (payload: Record<string, unknown>) => string,
    advice: string,
    links = () => [newPassword()],
  ): MailRenderer =>
  ({ recipient, payload }) => {
    if (!findAccount(recipient)?.active) return null;
    return layoutMail(subject, [news(payload), "If it was you, you don’t need to do anything.", advice, ...links()]);
  };

const findChange = (id: unknown) =>
  db()
    .query.emailChanges.findFirst({ where: (changes, { eq }) => eq(changes.id, Number(id)) })
    .sync();

const confirmEmail: MailRenderer = ({ recipient, payload: { changeId } }) => {
  const change = findChange(changeId);
  if (!change || change.confirmedAt !== null || isRefusedAddress(recipient)) return null;
  if (findAccount(recipient)) return addressInUse();
  const token = createEmailToken("confirm-email", change, DAY);
  return layoutMail("Confirm your new email address", [
    `Someone, probably you, asked to use this address for a ${siteName()} account.`,
    { label: "Confirm my new address", url: `${publicUrl()}/confirm-email/${token}` },
    "The link is valid for 24 hours and works once.",
    "If it wasn’t you, please ignore this email. Nothing changes without the link.",
  ]);
};

const addressInUse = (): MailContent =>
  layoutMail("You already have an account", [
    `Someone, probably you, asked to use this address for another ${siteName()} account. It already has an account, so nothing has changed.`,
    { label: "Log in", url: `${publicUrl()}/login` },
    "If it wasn’t you, you don’t need to do anything.",
  ]);

const emailChanged: MailRenderer = ({ payload: { changeId } }) => {
  const change = findChange(changeId);
  if (!change || change.confirmedAt === null) return null;
  const token = createEmailToken("undo-email", change, change.confirmedAt + UNDO_TTL_MS - now());
  return layoutMail("Your email address was changed", [
    `Your ${siteName()} account now has another email address. This one can no longer be used to log in.`,
    "If it was you, you don’t need to do anything.",
    { label: "This was not me", url: `${publicUrl()}/undo-email/${token}` },
    "The link is valid for 7 days. It brings this address back, logs out every device and lets you choose a new password.",
  ]);
};

const BY_ADMIN = {
  deactivated: [
    "Your account was deactivated",
    "has deactivated your account. You cannot log in, and your content is hidden. Nothing is deleted.",
  ],
  reactivated: ["Your account is active again", "has reactivated your account. You can log in again."],
  sessionsEnded: ["You have been logged out", "has logged out all devices of your account. Please log in again."],
  emailRequested: [
    "A new email address for your account",
    "has entered another email address for your account. The address changes once the link sent to it is opened.",
  ],
  secondStepOff: [
    "Two-step verification is off",
    "has turned off two-step verification for your account. You now need only your password to log in. All sessions have been logged out.",
  ],
  exported: ["A copy of your data", "has made a copy of the data of your account, as you or the law required."],
  user: ["Your role has changed", "has taken your rights as a moderator back. Your account stays as it is."],
  moderator: ["You are a moderator now", "has made you a moderator."],
  deleted: ["Your account was deleted", "has deleted your account, with your garage, vehicles and photos."],
} as const;

/** Names no admin. */
const byAdmin: MailRenderer = ({ payload }) => {
  const [subject, act] = BY_ADMIN[payload.act as keyof typeof BY_ADMIN];
  return layoutMail(subject, [
    `An admin of ${siteName()} ${act}`,
    { label: "Write to us", url: `${publicUrl()}/toolbox` },
  ]);
};

/** In the caller's transaction. */
export const enqueueAdminNotice = (email: string, act: keyof typeof BY_ADMIN) =>
  enqueueMail(ACCOUNT_MAIL.byAdmin, email, { act, isLast: act === "deleted" });

const AT_ONCE = "If it wasn’t you, please choose a new password at once.";

const ofSecurity = (subject: string, describeEvent: (payload: Record<string, unknown>) => string) =>
  toOwner(
    subject,
    describeEvent,
    "If it wasn’t you, please choose a new password at once, and check your security settings.",
    () => [newPassword(), { label: "Security settings", url: `${publicUrl()}/settings/security` }],
  );

const providerLabel = () => env().provider?.label ?? "another site";

export const accountMails: MailRenderers = {
  ...registrationMails,
  [ACCOUNT_MAIL.verify]: verify,
  // Older versions queued this kind; the outbox may still contain it.
  "already-member": ({ recipient }) => (findAccount(recipient) ? alreadyMember() : null),
  [ACCOUNT_MAIL.reset]: reset,
  [ACCOUNT_MAIL.byAdmin]: byAdmin,
  [ACCOUNT_MAIL.confirmEmail]: confirmEmail,
  [ACCOUNT_MAIL.emailChanged]: emailChanged,
  [ACCOUNT_MAIL.passwordChanged]: toOwner(
    "Your password was changed",
    () => `The password for your ${siteName()} account has just been changed. All other sessions have been logged out.`,
    AT_ONCE,
  ),
  [ACCOUNT_MAIL.passwordReset]: toOwner(
    "You have a new password",
    () =>
      `A new password was chosen for your ${siteName()} account, with a link that we sent to this address. All sessions have been logged out.`,
    `${AT_ONCE} Someone else may be able to read your email: please change that password too.`,
  ),
  [ACCOUNT_MAIL.newDevice]: toOwner(
    "Login from a new device",
    ({ device, at }) =>
      `Someone logged in to your ${siteName()} account on ${formatTime(Number(at))}. Device: ${device}.`,
    `${AT_ONCE} That logs out every session.`,
  ),
  [ACCOUNT_MAIL.secondStepOn]: ofSecurity(
    "Two-step verification is on",
    () =>
      `Two-step verification for your ${siteName()} account has just been turned on. You now need a code from your authenticator app as well as your password to log in. All other sessions have been logged out.`,
  ),
  [ACCOUNT_MAIL.secondStepOff]: ofSecurity(
    "Two-step verification is off",
    () =>
      `Two-step verification for your ${siteName()} account has just been turned off. You now need only your password to log in. All other sessions have been logged out.`,
  ),
  [ACCOUNT_MAIL.newCodes]: ofSecurity(
    "You have new recovery codes",
    () => `New recovery codes have just been created for your ${siteName()} account. The old ones no longer work.`,
  ),
  [ACCOUNT_MAIL.wrongCodes]: ofSecurity(
    "Wrong codes for your account",
    () =>
      `Someone has just entered five wrong codes for your ${siteName()} account. They could not log in, but they know your password or can read your email.`,
  ),
  [ACCOUNT_MAIL.passkeyAdded]: ofSecurity(
    "A passkey was added",
    ({ name }) =>
      `A passkey (${name}) has just been added to your ${siteName()} account. It logs in without your password.`,
  ),
  [ACCOUNT_MAIL.passkeyRemoved]: ofSecurity(
    "A passkey was removed",
    ({ name }) => `A passkey (${name}) has just been removed from your ${siteName()} account.`,
  ),
  [ACCOUNT_MAIL.identityLinked]: ofSecurity(
    "A way to log in was added",
    () => `You can now log in to your ${siteName()} account with ${providerLabel()}.`,
  ),
  [ACCOUNT_MAIL.identityUnlinked]: ofSecurity(
    "A way to log in was removed",
    () => `You can no longer log in to your ${siteName()} account with ${providerLabel()}.`,
  ),
};
