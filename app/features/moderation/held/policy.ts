import type { Role, Viewer } from "~/features/accounts/policy";
import { canDecideAbout } from "~/features/cases/policy";

export const HELD_NOT_FOUND = "This is not waiting for review.";
export const ALREADY_DECIDED = "Another moderator has already decided on this.";
export const CHANGED_SINCE = "This was changed after you opened this page. Please read it again before you decide.";
export const NOT_YOUR_OWN = "You cannot decide on your own posts.";

/** Number of released posts. */
export const TRUSTED_FROM = 3;

export const KIND_NAMES = {
  vehicle: "vehicle",
  entry: "build entry",
  comment: "comment",
  review: "review",
  garage: "garage",
  profile: "profile",
  event: "event",
} as const;

/** Not about themselves, and moderators not about staff. @param userRole of the author */
export function canDecideHold(
  viewer: Viewer | null,
  { userId, userRole }: { userId: number; userRole: Role },
): boolean {
  return viewer !== null && canDecideAbout(viewer, userRole) && viewer.id !== userId;
}
