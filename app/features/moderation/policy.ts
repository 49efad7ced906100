import { isAdmin, type Viewer } from "~/features/accounts/policy";
import type { USER_STATES } from "./limits";

export const USER_NOT_FOUND = "This account does not exist.";
export const NOT_YOURSELF = "You cannot deactivate your own account.";
export const LAST_ADMIN = "The last admin stays active. Make somebody else an admin first.";

/** What an account can be like: in use, or switched off by an admin. */
export type AccountState = (typeof USER_STATES)[number][0];

export function accountState({ active }: { active: boolean }): AccountState {
  return active ? "active" : "deactivated";
}

/** Admins look after people and read the log. */
export function canModerate(viewer: Viewer | null): boolean {
  return isAdmin(viewer);
}

/** Admins switch accounts off and on; nobody their own. */
export function canChangeActive(viewer: Viewer | null, userId: number): boolean {
  return viewer !== null && canModerate(viewer) && viewer.id !== userId;
}
