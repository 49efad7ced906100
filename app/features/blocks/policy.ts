import type { Role, Viewer } from "~/features/accounts/policy";

/** The message to both sides of a block, the same as where something is impossible for another reason. */
export const BLOCKED_MESSAGE = "This is not possible.";

export const PERSON_NOT_FOUND = "This member is no longer here.";
export const CANNOT_BLOCK_SELF = "You cannot block or mute yourself.";
export const NO_ADMINS = "An admin cannot be blocked.";

/** Of a block neither can act on the other's things; of a mute one hears nothing of the other. */
export type BlockKind = "block" | "mute";

/** Said when it is done. */
export const BLOCKED = {
  block: "Blocked. You can undo this in your settings.",
  mute: "Muted. You can undo this in your settings.",
} as const;
export const UNBLOCKED = { block: "Unblocked.", mute: "Unmuted." } as const;

/** Anybody logged in, but no admin and not oneself. */
export function canBlock(viewer: Viewer | null, person: { id: number; role: Role }): boolean {
  return canMute(viewer, person.id) && person.role !== "admin";
}

/** Anybody logged in, but not oneself. */
export function canMute(viewer: Viewer | null, userId: number): boolean {
  return viewer !== null && viewer.id !== userId;
}
