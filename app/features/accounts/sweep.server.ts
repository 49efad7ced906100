import { sweepDoor } from "./door/commands.server";
import { sweepSentForms } from "./sent-forms.server";
import { sweepSessions } from "./sessions.server";
import { sweepMailTokens, sweepSignUps } from "./tokens.server";

/** Deletes expired sessions, sign-ups, links and invites. */
export async function sweepAccounts(): Promise<void> {
  sweepSessions();
  sweepSentForms();
  sweepSignUps();
  sweepMailTokens();
  sweepDoor();
}
