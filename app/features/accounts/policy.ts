import { DomainError } from "~/lib/errors";

/** What somebody may be, in words. */
export const ROLES = { user: "Member", admin: "Admin" } as const;

export type Role = keyof typeof ROLES;

/** Who is looking: what pages and rules need to know of the logged-in person. */
export interface Viewer {
  id: number;
  name: string;
  avatar: string;
  role: Role;
  /** The person's own garage, or null before onboarding. */
  garageId: number | null;
  /** Words of theirs may be kept from a form that came when their session had ended (`parked-forms.server.ts`). */
  hasParkedForm?: boolean;
  /** Which request they act with, for the log. */
  via?: { clientAddress: string; requestId: string };
}

export function isAdmin(viewer: Viewer | null): boolean {
  return viewer?.role === "admin";
}

/** Whoever looks at a page: its header says how many notifications they have not read. */
export interface PageViewer extends Viewer {
  unread: number;
}

/** E-mail address, role and active flag are for the person and for admins (accounts README, Who sees what of a person). */
export function canSeeAccount(viewer: Viewer | null, userId: number): boolean {
  return viewer !== null && (viewer.id === userId || isAdmin(viewer));
}

/** What anybody but an admin is told where only admins may go. */
export const ADMINS_ONLY = "Could not fetch users. Are you an admin?";

/** @throws DomainError forbidden for anybody but an admin */
export function requireAdmin(viewer: Viewer): void {
  if (!isAdmin(viewer)) throw new DomainError("forbidden", ADMINS_ONLY);
}
