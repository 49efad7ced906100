import { isAdmin, isStaff, type Viewer } from "~/features/accounts/policy";
import { DAY } from "~/lib/time";
import { CASE_MESSAGES, type CaseState, MONTHS } from "./limits";

/** Admins about anybody, moderators not about staff. @param role of the person; null where the account is gone */
export const canDecideAbout = (viewer: Viewer, role: string | null) =>
  isAdmin(viewer) || (isStaff(viewer) && (role === null || role === "user"));

/** Half a year, ms. */
export const HALF_YEAR = ((MONTHS * 365) / 12) * DAY;

interface Decided {
  state: CaseState;
  decidedAt: number | null;
  objection: string | null;
}

/** Why its person may not object to a decision against them; null where they may. @param time ms */
export function whyNoObjection({ state, decidedAt, objection }: Decided, time: number): string | null {
  if (objection !== null) return CASE_MESSAGES.objectedOnce;
  return time - Number(decidedAt) > HALF_YEAR || state === "closed" ? CASE_MESSAGES.tooLate : null;
}
