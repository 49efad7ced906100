import { isAdmin, type Viewer } from "~/features/accounts/policy";

export const LIKE_NEEDS_LOGIN = "You must be logged in to like a vehicle.";

export const COMMENT_NOT_FOUND = "This comment is no longer available.";
/** Message at `parent`. */
export const PARENT_NOT_FOUND = "The comment you are replying to is no longer available.";
export const REVIEW_NOT_FOUND = "This review is no longer available.";
export const FOLLOW_TARGET_NOT_FOUND = "This member is no longer available.";
export const NOT_YOUR_COMMENT_TO_EDIT = "Only its author can edit a comment.";
export const NOT_YOUR_COMMENT = "Only its author, the vehicle’s owner or an admin can delete a comment.";
export const NOT_YOUR_REVIEW = "Only its author or an admin can delete a review.";
export const OWN_GARAGE = "You cannot review your own garage.";
export const CANNOT_FOLLOW_SELF = "You cannot follow yourself.";
export const CANNOT_LIKE_OWN = "You cannot like your own vehicle.";

export function canLike(viewer: Viewer | null, vehicle: { userId: number }): boolean {
  return viewer !== null && viewer.id !== vehicle.userId;
}

export function canFollow(viewer: Viewer | null, userId: number): boolean {
  return viewer !== null && viewer.id !== userId;
}

export function canReviewGarage(viewer: Viewer | null, garage: { userId: number }): boolean {
  return viewer !== null && viewer.id !== garage.userId;
}

interface CommentParties {
  authorId: number;
  vehicleOwnerId: number;
}

function isAuthorOrVehicleOwner(viewer: Viewer | null, { authorId, vehicleOwnerId }: CommentParties): boolean {
  return viewer !== null && (viewer.id === authorId || viewer.id === vehicleOwnerId);
}

export function canEditComment(viewer: Viewer | null, comment: { authorId: number }): boolean {
  return viewer !== null && viewer.id === comment.authorId;
}

export function canDeleteComment(viewer: Viewer | null, parties: CommentParties): boolean {
  return isAuthorOrVehicleOwner(viewer, parties) || isAdmin(viewer);
}

export function canDeleteReview(viewer: Viewer | null, review: { authorId: number }): boolean {
  return viewer !== null && (viewer.id === review.authorId || isAdmin(viewer));
}

/** An admin's removal of another user's comment is a decision, not a deletion. */
export function removesComment(viewer: Viewer | null, parties: CommentParties): boolean {
  return isAdmin(viewer) && !isAuthorOrVehicleOwner(viewer, parties);
}

/** See `removesComment`. */
export function removesReview(viewer: Viewer | null, review: { authorId: number }): boolean {
  return isAdmin(viewer) && viewer?.id !== review.authorId;
}
