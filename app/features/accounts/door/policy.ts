import { isAdmin, type Viewer } from "../policy";

/** Admins may always invite, everybody else where the door says so. */
export function canInvite(viewer: Viewer, { membersInvite }: { membersInvite: boolean }): boolean {
  return membersInvite || isAdmin(viewer);
}
