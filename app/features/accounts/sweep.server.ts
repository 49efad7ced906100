import { sweepEmailChanges } from "./email-change.server";
import { sweepRegistration } from "./registration/commands.server";
import { sweepSessions } from "./sessions.server";
import { sweepMailTokens, sweepSignUps } from "./tokens.server";

export async function sweepAccounts(): Promise<void> {
  sweepSessions();
  sweepSignUps();
  sweepMailTokens();
  sweepEmailChanges();
  sweepRegistration();
}
