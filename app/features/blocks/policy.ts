import type { Role, Viewer } from "~/features/accounts/policy";

/** Said to both, whoever blocked whom, and the same as where something is impossible for another reason. */
export const NOT_POSSIBLE = "This is not possible.";

export const NOT_HERE = "This member is no longer here.";
export const NOT_YOURSELF = "You cannot block or mute yourself.";
export const NO_ADMINS = "An admin cannot be blocked.";

/** Said when it is done. */
export const PEACE_MESSAGES = {
  blocked: "Blocked. You can undo this in your settings.",
  unblocked: "Unblocked.",
  muted: "Muted. You can undo this in your settings.",
  unmuted: "Unmuted.",
} as const;

/** Anybody logged in, but no admin and not oneself. */
export function canBlock(viewer: Viewer | null, person: { id: number; role: Role }): boolean {
  return canMute(viewer, person.id) && person.role !== "admin";
}

/** Anybody logged in, but not oneself. */
export function canMute(viewer: Viewer | null, userId: number): boolean {
  return viewer !== null && viewer.id !== userId;
}
