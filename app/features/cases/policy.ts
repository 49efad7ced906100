import { isAdmin, isStaff, type Viewer } from "~/features/accounts/policy";
import { CASE_MESSAGES, type CaseState, MONTHS } from "./limits";

/** Admins about anybody, moderators not about staff. @param role of the person; null where the account is gone */
export const canDecideAbout = (viewer: Viewer, role: string | null) =>
  isAdmin(viewer) || (isStaff(viewer) && (role === null || role === "user"));

/**
 * The same day and time six months of the calendar before a time, ms; the last day of its month where that has no such
 * day. What was before this is too long ago: to object to, or to be kept.
 */
export function sixMonthsBefore(time: number): number {
  const then = new Date(time);
  then.setUTCMonth(then.getUTCMonth() - MONTHS);
  // 31 August would lead past the end of February.
  if (then.getUTCDate() !== new Date(time).getUTCDate()) then.setUTCDate(0);
  return then.getTime();
}

interface Decided {
  state: CaseState;
  decidedAt: number | null;
  objection: string | null;
}

/** Why its person may not object to a decision against them; null where they may. @param time ms */
export function whyNoObjection({ state, decidedAt, objection }: Decided, time: number): string | null {
  if (objection !== null) return CASE_MESSAGES.objectedOnce;
  return Number(decidedAt) < sixMonthsBefore(time) || state === "closed" ? CASE_MESSAGES.tooLate : null;
}
