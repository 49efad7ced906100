import { isAdmin, type Viewer } from "../policy";

/** Admins may always invite, others if the settings allow it. */
export function canInvite(viewer: Viewer, { membersInvite }: { membersInvite: boolean }): boolean {
  return membersInvite || isAdmin(viewer);
}
