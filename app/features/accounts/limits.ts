export const MAX_NAME = 80;
/** Characters that the fields of a profile may have. */
export const PROFILE_LIMITS = { name: MAX_NAME, bio: 500, location: 120 } as const;
/** Of the ids of people in a member of the API's JSON, such as a vehicle's likes: the newest. A number stands beside them. */
export const MOST_IDS = 1_000;
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 200;

/** What the forms and the API say; the same whoever asks. */
export const MESSAGES = {
  signedUp: "Thank you! We have sent a verification link to your email. It is valid for 24 hours.",
  resent: "If an account is waiting for its verification, a new link has been sent to your email.",
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
  sessionEnded: "Logged out there.",
  sessionGone: "You are no longer logged in there.",
  otherSessionsEnded: "Logged out everywhere else.",
  profileUpdated: "Profile updated successfully!",
  profileFailed: "Failed to update profile.",
} as const;
