import { isAdmin, type Viewer } from "../policy";

export function canInvite(viewer: Viewer, { membersInvite }: { membersInvite: boolean }): boolean {
  return membersInvite || isAdmin(viewer);
}
