import {
  type AdminView,
  createAccount,
  getUserByEmail,
  grantRole,
  listStaff,
  revokeRole,
} from "~/features/accounts/admins.server";
import { resetSecondStep } from "~/features/accounts/second-step/commands.server";
import { isSecondStepOn } from "~/features/accounts/second-step/queries.server";
import { listWaysIn, removeWayIn, type WaysIn } from "~/features/accounts/ways-in.server";
import { RUN, runCommand, say, UsageError } from "../run-command";

const usage =
  "admin -- create EMAIL NAME | grant EMAIL [--role moderator] | revoke EMAIL | second-step-off EMAIL | ways-in EMAIL [--remove identity:ID | passkey:ID] | list";

type Verb = (email: string, option?: string) => string;

const grant: Verb = (email, role) => {
  const user = grantRole(email, role === "moderator" ? role : "admin");
  return `${user.email} is ${user.role === "admin" ? "an admin" : "a moderator"}.`;
};

const create: Verb = (email, name) => {
  const link = createAccount({ email, name });
  return `The account is open. Choose its password within an hour:\n${link}`;
};

const revoke: Verb = (email) => {
  const before = revokeRole(email);
  return `${before.email} is no longer ${before.role === "moderator" ? "a moderator" : "an admin"}.`;
};

const turnOff: Verb = (email) => `Two-step verification of ${resetSecondStep(email).email} is off.`;

const showWays: Verb = (email, removed) => {
  if (removed === undefined) return describeWays(email);
  const [kind, id] = removed.split(":") as ["identity" | "passkey", string];
  const left = removeWayIn(email, kind, Number(id));
  return `${removed} is removed.${hasNone(left) ? " It was the last way in, except a new password by email." : ""}`;
};

const VERBS = new Map([
  ["create", create],
  ["grant", grant],
  ["revoke", revoke],
  ["second-step-off", turnOff],
  ["ways-in", showWays],
]);

/** Of the option's value. */
const OPTIONS: Record<string, { name: string; form: RegExp } | undefined> = {
  grant: { name: "--role", form: /^(moderator|admin)$/ },
  "ways-in": { name: "--remove", form: /^(identity|passkey):\d{1,15}$/ },
};

const hasNone = ({ hasPassword, identities, passkeys }: WaysIn) =>
  !hasPassword && passkeys.length === 0 && !identities.some(({ isCurrent }) => isCurrent);

function describe({ name, email, active, role }: AdminView): string {
  return `${email}  ${name}  ${role}${active ? "" : "  (deactivated)"}`;
}

function describeWays(email: string): string {
  const { id: userId } = getUserByEmail(email);
  const { hasPassword, identities, passkeys } = listWaysIn(userId);
  return [
    `password: ${hasPassword ? "yes" : "no"}`,
    ...identities.map(({ id, issuer }) => `identity:${id}  ${issuer}`),
    ...passkeys.map(({ id, name }) => `passkey:${id}  ${name}`),
    `two-step verification: ${isSecondStepOn(userId) ? "on" : "off"}`,
  ].join("\n");
}

function listAdmins(): string {
  const admins = listStaff();
  return admins.length === 0 ? `There is no admin yet: ${RUN} admin -- grant EMAIL` : admins.map(describe).join("\n");
}

/** `npm run admin`: roles, two-step verification and ways in. */
await runCommand(
  ([verb = "", email, ...rest]) => {
    const run = verb === "list" ? listAdmins : VERBS.get(verb);
    const option = OPTIONS[verb];
    const [name, value = ""] = rest;
    const fits =
      verb === "create"
        ? rest.length === 1
        : rest.length === 0 || (rest.length === 2 && name === option?.name && option?.form.test(value));
    if (run === undefined || (email === undefined) !== (verb === "list") || !fits) throw new UsageError();
    return () => {
      say(run(email ?? "", rest.at(-1)));
      return 0;
    };
  },
  { usage, database: "migrated" },
);
