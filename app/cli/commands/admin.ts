import { type AdminView, grantAdmin, listAdmins, revokeAdmin } from "~/features/accounts/admins.server";
import { turnOffSecondStepOf } from "~/features/accounts/second-step.server";
import { runCommand, UsageError } from "../run-command";

const usage = () => new UsageError("usage: npm run admin -- grant EMAIL | revoke EMAIL | second-step-off EMAIL | list");

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function describe({ name, email, active }: AdminView): string {
  return `${email}  ${name}${active ? "" : "  (deactivated)"}`;
}

/** `npm run admin`: who is an admin, and the way out for who has lost their second step. */
await runCommand(([verb, email, ...rest]) => {
  if (rest.length > 0 || (email === undefined) !== (verb === "list")) throw usage();
  if (verb === "list") {
    const admins = listAdmins();
    say(admins.length === 0 ? "There is no admin yet: npm run admin -- grant EMAIL" : admins.map(describe).join("\n"));
  } else if (verb === "grant") say(`${grantAdmin(email!).email} is an admin.`);
  else if (verb === "revoke") say(`${revokeAdmin(email!).email} is no longer an admin.`);
  else if (verb === "second-step-off") say(`The second step of ${turnOffSecondStepOf(email!).email} is off.`);
  else throw usage();
  return 0;
});
