import { DAY } from "~/lib/time";

export const REGISTRATIONS = [
  ["open", "Open: anyone can sign up"],
  ["invite", "By invitation: only with an invite link"],
  ["approval", "By approval: staff review each application"],
  ["closed", "Closed: no new accounts"],
] as const;

/** Of the link to `/signup`; null for none. */
export const SIGN_UP_LABELS: Record<(typeof REGISTRATIONS)[number][0], string | null> = {
  open: "Sign up",
  approval: "Sign up",
  invite: "Join by invitation",
  closed: null,
};

/** Which posts of new members staff review first. */
export const FIRST_POSTS = [
  ["off", "Nothing"],
  ["links", "Posts that contain a link"],
  ["all", "Everything"],
] as const;

export const REGISTRATION_LIMITS = {
  question: 500,
  answer: 1_000,
  domains: 1_000,
  minReason: 10,
  reason: 500,
} as const;

/** Accounts per invite, days of validity, and open invites per member. */
export const INVITE_LIMITS = { uses: 100, memberUses: 10, days: 90, memberOpen: 5 } as const;

/** `addresses` at once; `keptDays` in the list after the end. */
export const INVITATION_LIMITS = { addresses: 100, keptDays: 30 } as const;

export const INVITATION_MESSAGES = {
  required: "Please enter at least one email address.",
  tooMany: (count: number) => `At most ${INVITATION_LIMITS.addresses} addresses at once. These are ${count}.`,
  failed: "Could not send the invitations.",
  revoked: "The invitation is revoked.",
  none: "This invitation does not exist.",
} as const;

/** ms. */
export const REFUSED_APPLICATION_TTL_MS = 30 * DAY;

export const REGISTRATION_MESSAGES = {
  closed: "Registration is closed: no new accounts are opened at the moment.",
  inviteOnly: "You need an invite to sign up here.",
  inviteDead: "This invite is no longer valid. Please ask the sender for a new one.",
  answerRequired: "Please answer the question.",
  waits: "Your address is confirmed, and your application is waiting for a decision. We will email you the decision.",
  saved: "The registration settings are saved.",
  failed: "Could not save the registration settings.",
  cannotInvite: "Members cannot create invites at the moment.",
  tooManyUses: `Each of your invites can have at most ${INVITE_LIMITS.memberUses} uses.`,
  tooManyOpen: `You have ${INVITE_LIMITS.memberOpen} open invites. Revoke one before you create another.`,
  inviteMade: "Your invite is ready. Copy its link below.",
  inviteFailed: "Could not create the invite.",
  inviteRevoked: "The invite is revoked.",
  noInvite: "This invite does not exist.",
  noApplication: "This application does not exist.",
  alreadyDecided: "This application has already been decided.",
} as const;
