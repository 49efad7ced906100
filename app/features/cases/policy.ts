import { isAdmin, isStaff, type Viewer } from "~/features/accounts/policy";
import { CASE_MESSAGES, type CaseState, MONTHS } from "./limits";

/**
 * Admins decide about all users, moderators not about staff.
 * @param role of the user; null once the account is deleted
 */
export const canDecideAbout = (viewer: Viewer, role: string | null) =>
  isAdmin(viewer) || (isStaff(viewer) && (role === null || role === "user"));

/**
 * The same day and time six calendar months before, ms; the month's last day if it is shorter. Limit for objections and
 * the retention of evidence.
 */
export function sixMonthsBefore(time: number): number {
  const then = new Date(time);
  then.setUTCMonth(then.getUTCMonth() - MONTHS);
  // From 31 August, this would go past the end of February.
  if (then.getUTCDate() !== new Date(time).getUTCDate()) then.setUTCDate(0);
  return then.getTime();
}

interface Decided {
  state: CaseState;
  decidedAt: number | null;
  objection: string | null;
}

/** Why the user may not object; null if allowed. @param time ms */
export function whyNoObjection({ state, decidedAt, objection }: Decided, time: number): string | null {
  if (objection !== null) return CASE_MESSAGES.objectedOnce;
  return Number(decidedAt) < sixMonthsBefore(time) || state === "closed" ? CASE_MESSAGES.tooLate : null;
}
