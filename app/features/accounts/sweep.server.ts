import { sweepDoor } from "./door/commands.server";
import { sweepSavedForms } from "./saved-forms.server";
import { sweepSentForms } from "./sent-forms.server";
import { sweepSessions } from "./sessions.server";
import { sweepMailTokens, sweepSignUps } from "./tokens.server";

/** Deletes what has expired: sessions, sign-ups, links, invites, saved forms. */
export async function sweepAccounts(): Promise<void> {
  sweepSessions();
  sweepSavedForms();
  sweepSentForms();
  sweepSignUps();
  sweepMailTokens();
  sweepDoor();
}
