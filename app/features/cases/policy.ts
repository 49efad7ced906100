import { isAdmin, isStaff, type Viewer } from "~/features/accounts/policy";
import { CASE_MESSAGES, type CaseState, MONTHS } from "./limits";

/** @param role of the user; null once the account is deleted */
export const canDecideAbout = (viewer: Viewer, role: string | null) =>
  isAdmin(viewer) || (isStaff(viewer) && (role === null || role === "user"));

/**
 * Same day and time six calendar months before, ms; the last day of a shorter month. Limit for objections and
 * retention.
 */
export function sixMonthsBefore(time: number): number {
  const date = new Date(time);
  date.setUTCMonth(date.getUTCMonth() - MONTHS);
  // From 31 August, this would go past the end of February.
  if (date.getUTCDate() !== new Date(time).getUTCDate()) date.setUTCDate(0);
  return date.getTime();
}

interface Decided {
  state: CaseState;
  decidedAt: number | null;
  objection: string | null;
}

/** Null if the user may object. @param time ms */
export function whyNoObjection({ state, decidedAt, objection }: Decided, time: number): string | null {
  if (objection !== null) return CASE_MESSAGES.objectedOnce;
  return Number(decidedAt) < sixMonthsBefore(time) || state === "closed" ? CASE_MESSAGES.tooLate : null;
}
