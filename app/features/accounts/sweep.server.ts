import { sweepDoor } from "./door/commands.server";
import { sweepSentForms } from "./sent-forms.server";
import { sweepSessions } from "./sessions.server";
import { sweepMailTokens, sweepSignUps } from "./tokens.server";

/** Deletes what has expired: sessions, sign-ups, links, invites. */
export async function sweepAccounts(): Promise<void> {
  sweepSessions();
  sweepSentForms();
  sweepSignUps();
  sweepMailTokens();
  sweepDoor();
}
