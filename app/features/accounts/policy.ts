import { DomainError } from "~/lib/errors";
import { formatDate } from "~/lib/time";

/** What somebody may be, in words. */
export const ROLES = { user: "Member", moderator: "Moderator", admin: "Admin" } as const;

export type Role = keyof typeof ROLES;

/** Who is looking: what pages and rules need to know of the logged-in person. */
export interface Viewer {
  id: number;
  name: string;
  avatar: string;
  role: Role;
  /** The person's own garage, or null before onboarding. */
  garageId: number | null;
  /** They may read and go, nothing else, until then, ms; null where they may do everything. */
  suspendedUntil?: number | null;
  /** Which request they act with, for the log. */
  via?: { clientAddress: string; requestId: string };
}

export function isAdmin(viewer: Viewer | null): boolean {
  return viewer?.role === "admin";
}

/** Moderators and admins decide cases and pending events. */
export function isStaff(viewer: Viewer | null): boolean {
  return viewer?.role === "moderator" || isAdmin(viewer);
}

/** Binds the placeholders of the `seen…` scopes: the viewer, and whether they see hidden rows. */
export const seenParams = (viewer: Viewer | null) => ({
  viewerId: viewer?.id ?? 0,
  viewerIsStaff: isStaff(viewer) ? 1 : 0,
});

/** The same for writes on one's own rows: hidden ones stay closed to others. */
export const ownedParams = (viewer: Viewer) => ({ viewerId: viewer.id, viewerIsStaff: 0 });

/** The viewer of a page: its header shows how many notifications they have not read. */
export interface PageViewer extends Viewer {
  unread: number;
}

/** E-mail address, role and active flag are for the person and for admins (accounts README, Who sees what of a person). */
export function canSeeAccount(viewer: Viewer | null, userId: number): boolean {
  return viewer !== null && (viewer.id === userId || isAdmin(viewer));
}

/** The message where only admins may go. */
export const ADMINS_ONLY = "Could not fetch users. Are you an admin?";

/** @throws DomainError forbidden for anybody but an admin */
export function requireAdmin(viewer: Viewer): void {
  if (!isAdmin(viewer)) throw new DomainError("forbidden", ADMINS_ONLY);
}

/** @throws DomainError forbidden for a suspended member */
export function requireNotSuspended({ suspendedUntil }: Viewer): void {
  if (!suspendedUntil) return;
  const message = `Your account is suspended until ${formatDate(suspendedUntil)}. Until then you can read, export your data, object to the decision and delete your account.`;
  throw new DomainError("forbidden", message);
}

/** The message where only moderators and admins may go. */
export const STAFF_ONLY = "You are not a moderator.";

/** @throws DomainError forbidden for anybody but moderators and admins, in the words of the door they came to */
export function requireStaff(viewer: Viewer, message: typeof STAFF_ONLY | typeof ADMINS_ONLY = STAFF_ONLY): void {
  if (!isStaff(viewer)) throw new DomainError("forbidden", message);
}

export const ACCOUNT_NOT_FOUND = "This account does not exist.";
export const CANNOT_DEACTIVATE_SELF = "You cannot deactivate your own account.";
export const LAST_ADMIN = "The last admin cannot be deactivated. Make somebody else an admin first.";

/** Admins switch accounts off and on; nobody their own. */
export function canChangeActive(viewer: Viewer | null, userId: number): boolean {
  return isAdmin(viewer) && viewer?.id !== userId;
}
