import { isolate } from "~/lib/text";
import { DAY } from "~/lib/time";

/** Who may sign up, as the desk offers it. */
export const REGISTRATIONS = [
  ["open", "Open: anybody may sign up"],
  ["invite", "By invite: only with an invite link"],
  ["approval", "By approval: staff decide on each application"],
  ["closed", "Closed: nobody may sign up"],
] as const;

/** Of what newcomers write, what staff look at before anybody else does. */
export const FIRST_POSTS = [
  ["off", "Nothing"],
  ["links", "Posts that contain a link"],
  ["all", "Everything"],
] as const;

export const DOOR_LIMITS = {
  question: 500,
  answer: 1_000,
  /** Of domains that are refused. */
  domains: 1_000,
  minReason: 10,
  reason: 500,
} as const;

/** Of invites: how many accounts one opens, for how many days, and how many open ones a member may have. */
export const INVITE_LIMITS = { uses: 100, memberUses: 10, days: 90, memberOpen: 5 } as const;

/** How long a refused application is kept, ms. */
export const REFUSED_APPLICATION_TTL_MS = 30 * DAY;

export const DOOR_MESSAGES = {
  closed: "Registration is closed: no new accounts are opened at the moment.",
  inviteOnly: "You need an invite to sign up here.",
  inviteDead: "This invite is no longer valid. Please ask whoever sent it for a new one.",
  answerRequired: "Please answer the question.",
  waits:
    "Your address is confirmed, and your application is waiting for a decision. We will email you as soon as somebody has looked at it.",
  saved: "The registration settings are saved.",
  failed: "Could not save the registration settings.",
  cannotInvite: "Members cannot invite people at the moment.",
  tooManyUses: `Each of your invites can open at most ${INVITE_LIMITS.memberUses} accounts.`,
  tooManyOpen: `You have ${INVITE_LIMITS.memberOpen} open invites. Revoke one before you create another.`,
  inviteMade: "Your invite is ready. Copy its link below.",
  inviteFailed: "Could not create the invite.",
  inviteRevoked: "The invite is revoked.",
  noInvite: "This invite does not exist.",
  noApplication: "This application does not exist.",
  alreadyDecided: "Somebody has already decided on this application.",
} as const;

/** What its author reads of what is held: why it was not accepted, or what others see; undefined where they see nothing. */
export function wordsOfHold(hold: { reason: string | null; texts: object | null } | undefined): string | undefined {
  if (hold?.reason) return `${isolate(hold.reason)} Edit it to send it to review again.`;
  return hold?.texts ? "Everybody else sees the old texts until then." : undefined;
}
