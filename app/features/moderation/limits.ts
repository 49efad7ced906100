export const MODERATION_LIMITS = { search: 100, reason: 500, filter: 60 } as const;

/** What the list of users can be narrowed to. */
export const USER_STATES = [
  ["active", "Active"],
  ["deactivated", "Deactivated"],
] as const;

export const USER_SORTS = ["-createdAt", "createdAt", "name", "-name", "status", "-status", "role", "-role"] as const;

export type UserSort = (typeof USER_SORTS)[number];

/** Who acts on the server's command line, as the log's filter calls them. */
export const COMMAND_LINE_ACTOR = "command-line";

const ACTION_LABELS: Record<string, string> = {
  "user.deactivate": "Deactivated",
  "user.reactivate": "Reactivated",
  "user.grant-admin": "Made admin",
  "user.revoke-admin": "Removed admin role",
  "user.second-step-off": "Turned second step off",
  "comment.delete": "Deleted comment",
  "review.delete": "Deleted review",
  "ticket.status": "Moved ticket",
  "ticket.reply": "Replied to ticket",
  "event.approve": "Approved event",
  "event.reject": "Rejected event",
  "event.place": "Placed event",
  "event.edit": "Edited event",
  "event.cancel": "Cancelled event",
};

/** An act of the log in words; its own name where it has none. */
export function actionLabel(action: string): string {
  return ACTION_LABELS[action] ?? action;
}

/** "User", "Ticket": what kind of thing an act was about. */
export function subjectLabel(subjectType: string): string {
  return subjectType.charAt(0).toUpperCase() + subjectType.slice(1);
}
