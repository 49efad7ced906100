import { DomainError } from "~/lib/errors";
import { formatDate } from "~/lib/time";

export const ROLES = { user: "Member", moderator: "Moderator", admin: "Admin" } as const;

export type Role = keyof typeof ROLES;

export interface Viewer {
  id: number;
  name: string;
  avatar: string;
  role: Role;
  /** Null before onboarding. */
  garageId: number | null;
  /** ms; until then, only reading and leaving are allowed. */
  suspendedUntil?: number | null;
  via?: { clientAddress: string; requestId: string };
}

export function isAdmin(viewer: Viewer | null): boolean {
  return viewer?.role === "admin";
}

export function isStaff(viewer: Viewer | null): boolean {
  return viewer?.role === "moderator" || isAdmin(viewer);
}

/** For the placeholders of the `seen…` scopes. */
export const seenParams = (viewer: Viewer | null) => ({
  viewerId: viewer?.id ?? 0,
  viewerIsStaff: isStaff(viewer) ? 1 : 0,
});

/** For writes on the viewer's own rows: other users' hidden rows stay closed, even for staff. */
export const ownedParams = (viewer: Viewer) => ({ viewerId: viewer.id, viewerIsStaff: 0 });

export interface PageViewer extends Viewer {
  unread: number;
}

/** Covers email, role and active flag (accounts README, Who sees what of a person). */
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

export function canChangeActive(viewer: Viewer | null, userId: number): boolean {
  return isAdmin(viewer) && viewer?.id !== userId;
}
