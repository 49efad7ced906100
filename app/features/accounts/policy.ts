import { DomainError } from "~/lib/errors";
import { formatDate } from "~/lib/time";

export const ROLES = { user: "Member", moderator: "Moderator", admin: "Admin" } as const;

export type Role = keyof typeof ROLES;

/** The logged-in user, as pages and rules need it. */
export interface Viewer {
  id: number;
  name: string;
  avatar: string;
  role: Role;
  /** Null before onboarding. */
  garageId: number | null;
  /** End of a suspension, ms: until then, only reading and leaving are allowed. */
  suspendedUntil?: number | null;
  via?: { clientAddress: string; requestId: string };
}

export function isAdmin(viewer: Viewer | null): boolean {
  return viewer?.role === "admin";
}

/** Moderators and admins decide cases and pending events. */
export function isStaff(viewer: Viewer | null): boolean {
  return viewer?.role === "moderator" || isAdmin(viewer);
}

/** Values of the `seen…` scopes' placeholders: the viewer, and whether hidden rows are visible. */
export const seenParams = (viewer: Viewer | null) => ({
  viewerId: viewer?.id ?? 0,
  viewerIsStaff: isStaff(viewer) ? 1 : 0,
});

/** For writes on the viewer's own rows: other users' hidden rows stay closed, even for staff. */
export const ownedParams = (viewer: Viewer) => ({ viewerId: viewer.id, viewerIsStaff: 0 });

/** The viewer of a page, with the number of unread notifications for the header. */
export interface PageViewer extends Viewer {
  unread: number;
}

/** Email, role and active flag are for the user and admins (accounts README, Who sees what of a person). */
export function canSeeAccount(viewer: Viewer | null, userId: number): boolean {
  return viewer !== null && (viewer.id === userId || isAdmin(viewer));
}

export const ADMINS_ONLY = "Could not fetch users. Are you an admin?";

/** @throws DomainError forbidden for non-admins */
export function requireAdmin(viewer: Viewer): void {
  if (!isAdmin(viewer)) throw new DomainError("forbidden", ADMINS_ONLY);
}

/** @throws DomainError forbidden for a suspended member */
export function requireNotSuspended({ suspendedUntil }: Viewer): void {
  if (!suspendedUntil) return;
  const message = `Your account is suspended until ${formatDate(suspendedUntil)}. Until then you can read, export your data, object to the decision and delete your account.`;
  throw new DomainError("forbidden", message);
}

export const STAFF_ONLY = "You are not a moderator.";

/** @throws DomainError forbidden for non-staff, with `message` */
export function requireStaff(viewer: Viewer, message: typeof STAFF_ONLY | typeof ADMINS_ONLY = STAFF_ONLY): void {
  if (!isStaff(viewer)) throw new DomainError("forbidden", message);
}

export const ACCOUNT_NOT_FOUND = "This account does not exist.";
export const CANNOT_DEACTIVATE_SELF = "You cannot deactivate your own account.";
export const LAST_ADMIN = "The last admin cannot be deactivated. Make another member an admin first.";

/** Admins deactivate and reactivate accounts, except their own. */
export function canChangeActive(viewer: Viewer | null, userId: number): boolean {
  return isAdmin(viewer) && viewer?.id !== userId;
}
