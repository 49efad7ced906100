import { HOUR } from "~/lib/time";
import { logJobFault } from "~/services/log/faults.server";
import { sweepEndedSessions } from "./ended-sessions.server";
import { sweepMailTokens } from "./mail-tokens.server";
import { sweepParkedForms } from "./parked-forms.server";
import { sweepSessions } from "./sessions.server";
import { sweepSignUps } from "./sign-up-tokens.server";

/** Takes out what nobody can use any more: sessions, sign-ups, links, forms that nobody came back to. */
export function sweepAccounts(): void {
  sweepSessions();
  sweepEndedSessions();
  sweepParkedForms();
  sweepSignUps();
  sweepMailTokens();
}

/**
 * Sweeps now and every hour.
 * @returns ends it
 */
export function startAccountSweeps(): () => void {
  sweepAccounts();
  const hourly = setInterval(() => {
    try {
      sweepAccounts();
    } catch (error) {
      logJobFault(error, "account sweep fault");
    }
  }, HOUR);
  return () => clearInterval(hourly);
}
