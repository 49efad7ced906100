import { isAdmin, ROLES, type Role, type Viewer } from "~/features/accounts/policy";

/** Only the command line makes admins. */
export function canChangeRole(viewer: Viewer | null, person: { id: number; role: Role }): boolean {
  return isAdmin(viewer) && viewer?.id !== person.id && person.role !== "admin";
}

export const ROLE_OF_ADMIN = "Admins are added and removed on the command line.";

export const MODERATION_LIMITS = { search: 100, reason: 500, filter: 60 } as const;

export const USER_STATES = [
  ["active", "Active"],
  ["suspended", "Suspended"],
  ["deactivated", "Deactivated"],
] as const;

export const USER_ROLES = Object.entries(ROLES) as [Role, string][];

export const JOINED = [
  ["7", "Last 7 days"],
  ["30", "Last 30 days"],
  ["365", "Last 365 days"],
] as const;

export const SEEN = [
  ...JOINED,
  ["not-30", "Not for 30 days"],
  ["not-180", "Not for 180 days"],
  ["not-365", "Not for 365 days"],
] as const;

export const STORAGE_FROM = (["10", "100", "1000"] as const).map((size) => [size, `${size} MB or more`] as const);

export const USER_SORTS = [
  ...(["-createdAt", "createdAt", "name", "-name", "-lastSeenAt", "lastSeenAt"] as const),
  ...(["-storage", "storage", "status", "-status", "role", "-role"] as const),
] as const;

export type UserSort = (typeof USER_SORTS)[number];

export const COMMAND_LINE_ACTOR = "command-line";

const ACTION_LABELS: Record<string, string> = {
  "user.deactivate": "Deactivated",
  "user.reactivate": "Reactivated",
  "user.grant-admin": "Made admin",
  "user.revoke-admin": "Removed admin role",
  "user.grant-moderator": "Made moderator",
  "user.revoke-moderator": "Removed moderator role",
  "user.remove-way-in": "Removed a way to log in",
  "user.second-step-off": "Turned two-step verification off",
  "user.end-sessions": "Logged out all devices",
  "user.change-email": "Entered another email address",
  "user.resend-confirmation": "Sent the confirmation again",
  "user.delete": "Deleted account",
  "user.create": "Opened an account",
  "user.quota": "Set the quota of photos",
  "network.block": "Blocked a network",
  "network.unblock": "Unblocked a network",
  "invitation.send": "Invited by email",
  "invitation.revoke": "Revoked an invitation",
  "user.export": "Downloaded a member’s data",
  "case.claim": "Claimed case",
  "case.release": "Unassigned case",
  "case.note": "Wrote a note on a case",
  "case.none": "Decided to take no action",
  "case.warn": "Warned the member",
  "case.hide": "Hid the reported content",
  "case.suspend": "Suspended the member",
  "case.deactivate": "Deactivated the member",
  "case.uphold": "Upheld a decision",
  "case.overturn": "Overturned a decision",
  "comment.delete": "Deleted comment",
  "review.delete": "Deleted review",
  "ticket.status": "Moved ticket",
  "ticket.reply": "Replied to ticket",
  "hold.release": "Published post",
  "hold.refuse": "Rejected post",
  "event.approve": "Approved event",
  "event.reject": "Rejected event",
  "event.place": "Placed event",
  "event.edit": "Edited event",
  "event.cancel": "Cancelled event",
  "door.change": "Changed registration",
  "backup.start": "Started a backup",
  "backup.check": "Started a check of the backups",
  "mail.test": "Sent a test email",
  "mail.retry": "Retried an email",
  "mail.drop": "Dropped an email",
  "site.change": "Changed the site’s settings",
  "site.imprint": "Changed the imprint",
  "site.privacy": "Changed the privacy text",
  "site.terms": "Changed the terms",
  "site.rules": "Changed the rules",
  "application.accept": "Accepted application",
  "application.refuse": "Rejected application",
};

export function actionLabel(action: string): string {
  return ACTION_LABELS[action] ?? action;
}

export function subjectLabel(subjectType: string): string {
  return subjectType.charAt(0).toUpperCase() + subjectType.slice(1);
}
