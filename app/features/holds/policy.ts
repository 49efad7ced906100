import type { Role, Viewer } from "~/features/accounts/policy";
import { canDecideAbout } from "~/features/cases/policy";

export const HELD_NOT_FOUND = "This is not waiting for review.";
export const ALREADY_DECIDED = "Somebody else has already decided on this.";
export const NOT_YOUR_OWN = "You cannot decide on what you wrote yourself.";

/** So many of one person's have to be released until nothing of theirs is held any more. */
export const TRUSTED_FROM = 3;

/** What is held, in words. */
export const KIND_NAMES = {
  vehicle: "vehicle",
  entry: "build entry",
  comment: "comment",
  review: "review",
  garage: "garage",
  profile: "profile",
} as const;

/** Staff decide, but not about themselves, and moderators not about staff. @param userRole of whoever wrote it */
export function canDecideHold(
  viewer: Viewer | null,
  { userId, userRole }: { userId: number; userRole: Role },
): boolean {
  return viewer !== null && canDecideAbout(viewer, userRole) && viewer.id !== userId;
}
