import { sweepDoor } from "./door/commands.server";
import { sweepSavedForms } from "./saved-forms.server";
import { sweepSentForms } from "./sent-forms.server";
import { sweepSessions } from "./sessions.server";
import { sweepMailTokens, sweepSignUps } from "./tokens.server";

/** Takes out what nobody can use any more: sessions, sign-ups, links, invites, forms that nobody came back to. */
export async function sweepAccounts(): Promise<void> {
  sweepSessions();
  sweepSavedForms();
  sweepSentForms();
  sweepSignUps();
  sweepMailTokens();
  sweepDoor();
}
