import { z } from "zod";
import { lineField, switchText, textField } from "~/lib/fields";

export const MODERATION_LIMITS = { search: 100, reason: 500, filter: 60 } as const;

/** What the list of users can be narrowed to. */
export const USER_STATES = [
  ["active", "Active"],
  ["deactivated", "Deactivated"],
] as const;

export const USER_SORTS = ["-createdAt", "createdAt", "name", "-name", "status", "-status", "role", "-role"] as const;

export type UserSort = (typeof USER_SORTS)[number];

const stateNames = USER_STATES.map(([value]) => value);
const blankAsMissing = (value: unknown) => (value === "" ? undefined : value);

/** What the list of users can be asked for; a blank field asks for nothing. */
export const userQuery = z.object({
  q: lineField({ label: "The search", max: MODERATION_LIMITS.search }),
  status: z.preprocess(blankAsMissing, z.enum(stateNames, "Unknown status.").optional()),
  sort: z.preprocess(blankAsMissing, z.enum(USER_SORTS, "Unknown sort.").default("-createdAt")),
});

export type UserQuery = z.output<typeof userQuery>;

/** Said of a member of the wrong kind; whoever leaves it out must not switch an account off by that. */
const ACTIVE = "Active must be true or false.";

const activeField = z
  .preprocess((value) => (value === undefined ? "" : switchText(value)), z.enum(["true", "1", "false", "0"], ACTIVE))
  .transform((value) => value === "true" || value === "1")
  .meta({ type: "boolean" });

/** `PATCH /users/{id}`, and the second step's form. */
export const activeInput = z.object({
  active: activeField,
  reason: textField({ label: "Reason", max: MODERATION_LIMITS.reason }),
});

export type ActiveInput = z.output<typeof activeInput>;

const filterField = (label: string) => lineField({ label, max: MODERATION_LIMITS.filter });

/** Who acts on the server's command line, as the log's filter calls them. */
export const COMMAND_LINE_ACTOR = "command-line";

/** What the log can be asked for; a blank field asks for nothing. */
export const auditQuery = z.object({
  /** An account's id, or `command-line`. */
  actor: z.preprocess(
    (value) => value ?? "",
    z.string("Unknown actor.").regex(/^([1-9]\d{0,14}|command-line)?$/, "Unknown actor."),
  ),
  action: filterField("Action"),
  subjectType: filterField("Subject"),
  subjectId: filterField("Number"),
});

export type AuditQuery = z.output<typeof auditQuery>;

const ACTION_LABELS: Record<string, string> = {
  "user.deactivate": "Deactivated",
  "user.reactivate": "Reactivated",
  "user.grant-admin": "Made admin",
  "user.revoke-admin": "Took admin role",
  "user.second-step-off": "Turned second step off",
  "comment.delete": "Deleted comment",
  "review.delete": "Deleted review",
  "ticket.status": "Moved ticket",
  "ticket.reply": "Replied to ticket",
  "event.approve": "Approved event",
  "event.reject": "Rejected event",
  "event.place": "Placed event",
};

/** An act of the log in words; its own name where it has none. */
export function actionLabel(action: string): string {
  return ACTION_LABELS[action] ?? action;
}

/** "User", "Ticket": what kind of thing an act was about. */
export function subjectLabel(subjectType: string): string {
  return subjectType.charAt(0).toUpperCase() + subjectType.slice(1);
}
