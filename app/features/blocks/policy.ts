import type { Role, Viewer } from "~/features/accounts/policy";

/** Shown to both sides of a block; the same as for other impossible actions. */
export const BLOCKED_MESSAGE = "This is not possible.";

export const PERSON_NOT_FOUND = "This member is no longer available.";
export const CANNOT_BLOCK_SELF = "You cannot block or mute yourself.";
export const NO_ADMINS = "An admin cannot be blocked.";

/** After a block, neither user can act on the other's content; a mute hides the other's news. */
export type BlockKind = "block" | "mute";

export const BLOCKED = {
  block: "Blocked. You can undo this in your settings.",
  mute: "Muted. You can undo this in your settings.",
} as const;
export const UNBLOCKED = { block: "Unblocked.", mute: "Unmuted." } as const;

export function canBlock(viewer: Viewer | null, person: { id: number; role: Role }): boolean {
  return canMute(viewer, person.id) && person.role !== "admin";
}

export function canMute(viewer: Viewer | null, userId: number): boolean {
  return viewer !== null && viewer.id !== userId;
}
