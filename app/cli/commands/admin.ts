import { type AdminView, grantRole, listStaff, revokeRole } from "~/features/accounts/admins.server";
import { resetSecondStep } from "~/features/accounts/second-step/commands.server";
import { RUN, runCommand, say, UsageError } from "../run-command";

const usage = "admin -- grant EMAIL [--role moderator] | revoke EMAIL | second-step-off EMAIL | list";

const VERBS = ["grant", "revoke", "second-step-off", "list"];

function describe({ name, email, active, role }: AdminView): string {
  return `${email}  ${name}  ${role}${active ? "" : "  (deactivated)"}`;
}

/** `npm run admin`: grants, revokes and lists roles, and resets two-step verification. */
await runCommand(
  ([verb = "", email, ...rest]) => {
    const role = rest.length === 2 && rest[0] === "--role" ? rest[1] : undefined;
    const fits = rest.length === 0 || (verb === "grant" && (role === "moderator" || role === "admin"));
    if (!fits || !VERBS.includes(verb) || (email === undefined) !== (verb === "list")) throw new UsageError();
    return () => {
      if (verb === "list") {
        const admins = listStaff();
        say(
          admins.length === 0 ? `There is no admin yet: ${RUN} admin -- grant EMAIL` : admins.map(describe).join("\n"),
        );
      } else if (verb === "grant") {
        const user = grantRole(email!, role === "moderator" ? role : "admin");
        say(`${user.email} is ${user.role === "admin" ? "an admin" : "a moderator"}.`);
      } else if (verb === "revoke") {
        const before = revokeRole(email!);
        say(`${before.email} is no longer ${before.role === "moderator" ? "a moderator" : "an admin"}.`);
      } else say(`Two-step verification of ${resetSecondStep(email!).email} is off.`);
      return 0;
    };
  },
  { usage, database: "migrated" },
);
