import { z } from "zod";
import { blankAsMissing, choiceField, lineField, switchField, textField } from "~/lib/fields.server";
import { JOINED, MODERATION_LIMITS, SEEN, STORAGE_FROM, USER_ROLES, USER_SORTS, USER_STATES } from "./policy";

const choice = <const T extends string>(choices: readonly (readonly [T, string])[], error: string) =>
  choiceField(
    choices.map(([value]) => value),
    error,
  );

export const userQuery = z.object({
  q: lineField({ label: "The search", max: MODERATION_LIMITS.search }),
  status: choice(USER_STATES, "Unknown status."),
  role: choice(USER_ROLES, "Unknown role."),
  joined: choice(JOINED, "Unknown period."),
  seen: choice(SEEN, "Unknown period."),
  storage: choice(STORAGE_FROM, "Unknown size."),
  sort: z.preprocess(blankAsMissing, z.enum(USER_SORTS, "Unknown sort.").default("-createdAt")),
});

export type UserQuery = z.output<typeof userQuery>;

/** Required: leaving the value out must not deactivate an account. */
const ACTIVE = "Active must be true or false.";

const activeField = switchField(
  [
    ["true", "false"],
    ["1", "0"],
  ],
  ACTIVE,
).meta({ type: "boolean" });

export const activeInput = z.object({
  active: activeField,
  reason: textField({ label: "Reason", max: MODERATION_LIMITS.reason }),
});

export const roleInput = z.object({ role: z.enum(["user", "moderator"], "Role must be user or moderator.") });

export type RoleInput = z.output<typeof roleInput>;

/** `PATCH /users/{id}`: missing members stay. */
export const accountInput = z.object({ ...activeInput.partial().shape, ...roleInput.partial().shape });

export type AccountInput = z.output<typeof accountInput>;

const filterField = (label: string) => lineField({ label, max: MODERATION_LIMITS.filter });

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
