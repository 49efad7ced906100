import { DAY, MINUTE } from "~/lib/time";

export const MAX_NAME = 80;
/** Characters. */
export const PROFILE_LIMITS = { name: MAX_NAME, bio: 500, location: 120 } as const;
/** Maximum of user ids in a JSON member, such as a vehicle's likes: the newest ones. */
export const MAX_LISTED_IDS = 1_000;
/** Counted from the login; admins have less. */
export const SESSION_SECONDS = 90 * 24 * 3600;
/** After the last use, ms. */
export const SESSION_IDLE_MS = 30 * DAY;
/** ms. */
export const SIGN_UP_TTL_MS = 7 * DAY;
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 200;

/** They do not reveal whether an account exists. */
export const ACCOUNT_MESSAGES = {
  signedUp: "Thank you! We have sent a verification link to your email. It is valid for 24 hours.",
  resent: "If an account is waiting to be verified, a new link has been sent to your email.",
  resetRequested: "If an account exists, a password reset link has been sent to your email.",
  loginFailed: "Login failed. Check your credentials.",
  unverified: "Please verify your email address first. We can send you a new link.",
  deactivated: "This account has been deactivated.",
  verificationFailed: "Verification failed. The link may be expired.",
  noVerificationToken: "No verification token found.",
  resetFailed: "Failed to reset password. Token may be invalid or expired.",
  verified: "Account verified successfully! Welcome!",
  passwordReset: "Password has been reset successfully!",
  loggedIn: "Login successful!",
  passwordTooEasy: "This password is too easy to guess.",
  currentPasswordWrong: "Your current password is not correct.",
  passwordChanged: "Your password has been changed. You are logged out everywhere else.",
  passwordFailed: "Failed to update password.",
  sessionEnded: "That device has been logged out.",
  sessionGone: "That device is no longer logged in.",
  otherSessionsEnded: "Logged out everywhere else.",
  profileUpdated: "Profile updated successfully!",
  profileFailed: "Failed to update profile.",
} as const;

export const EMAIL_MESSAGES = {
  same: "This is your address already.",
  sameOfOther: "This is the member’s address already.",
  takenByOther: "Another member has this address.",
  requested: "We have sent a link to the new address. It is valid for 24 hours.",
  failed: "Failed to change your email address.",
  confirmFailed: "The link is not valid. It works once, for 24 hours, unless another account has the address.",
  confirmed: "Your email address has been changed. You are logged out everywhere else.",
  undoFailed: "The link is not valid. It works once, for 7 days.",
  undoTaken: "This address has another account now. Please write to us.",
  undone: "Your old address is back. Please choose a new password.",
} as const;

export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 60;
/** ms. */
export const CHALLENGE_TTL_MS = 5 * MINUTE;

export const PASSKEY_MESSAGES = {
  added: "Passkey added.",
  renamed: "Passkey renamed.",
  removed: "Passkey removed.",
  gone: "This passkey no longer exists.",
  known: "This device already has a passkey for an account here.",
  tooMany: `You can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`,
  notAdded: "No passkey was added. Please try again.",
  notUsed: "No passkey was used. Try again, or log in with your password.",
  failed: "That passkey did not work. Try again, or log in with your password.",
  copied:
    "Someone may have copied this passkey, so we refused it. Log in with your password, then remove the passkey in your security settings.",
  nameMissing: "Please enter a name.",
  notChanged: "Failed to change your passkeys.",
} as const;

export const MAX_IDENTITIES = 5;

export const WAYS_IN_MESSAGES = {
  last: "This is your only way to log in. Choose a password first.",
  removed: "You can no longer log in this way.",
  gone: "This is no longer one of your ways to log in.",
  tooMany: `You can link at most ${MAX_IDENTITIES} logins. Unlink one first.`,
} as const;

/** @param label of the login provider */
export const providerMessages = (label: string) => ({
  unreachable: `We cannot reach ${label} at the moment. Please try again later, or log in another way.`,
  failed: `Logging in with ${label} failed. Please try again, or log in another way.`,
  over: `Your login with ${label} has expired. Please try again.`,
  noAddress: `${label} has not sent us your email address. Please sign up with a password. Then you can link ${label} in the security settings.`,
  hasAccount: `Your email address already has an account. Log in to it first, then link ${label} in the security settings. If you have no password, use “Forgot your password?”.`,
  refusedAddress: "We cannot open an account for your email address.",
  taken: `This ${label} login belongs to another account.`,
  opened: "Welcome! Your account is open.",
  linked: `You can now log in with ${label}.`,
});

/** Of the link to the old address, ms. */
export const UNDO_TTL_MS = 7 * DAY;

export const SECOND_STEP_MESSAGES = {
  codeMissing: "Please enter the code.",
  codeRequired: "Please enter the code from your authenticator app, or a recovery code.",
  codeWrong: "That code is not correct, or has already been used.",
  tooManyWrong: "Too many wrong codes. Please try again in an hour.",
  setupCodeWrong: "That code is not correct. Please enter the code your app shows now.",
  setupOver: "The setup has expired. Please turn two-step verification on again.",
  alreadyOn: "Two-step verification is already on.",
  notOn: "Two-step verification is not on.",
  turnedOn: "Two-step verification is on.",
  turnedOff: "Two-step verification is off. You are logged out everywhere else.",
  newCodes: "These are your new recovery codes. The old ones no longer work.",
  loginOver: "Your login has expired. Please log in again.",
  failed: "Failed to change two-step verification.",
} as const;

export const REAUTHENTICATION_MESSAGES = {
  required: "Please enter your password again.",
  wrong: "Your password is not correct.",
  noPassword: "You logged in a while ago. Please log out, log in again, and repeat this.",
  confirmed: "Thank you. Your download is ready.",
} as const;

/** API clients recognize by this code that the login needs a second step. */
export const SECOND_STEP_REQUIRED = "second_step_required";

export const SETUP_MESSAGES = {
  done: "Your site is set up. Add its imprint and other texts here.",
  failed: "Could not set up the site.",
  alreadySetUp: "This site is already set up.",
  alreadyDone: "Another person has just set up this site. Log in, or contact them.",
  hasAccount: "This address already has an account. Make it an admin with the command “admin -- grant ADDRESS”.",
} as const;
