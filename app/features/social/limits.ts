import { isBlank } from "~/lib/text";

/** Characters. */
export const SOCIAL_LIMITS = { comment: 2_000, review: 2_000 } as const;

export const MIN_RATING = 1;
export const MAX_RATING = 5;

export const COMMENTS_PER_PAGE = 20;
export const REVIEWS_PER_PAGE = 20;
export const PEOPLE_PER_PAGE = 24;
/** A separate page has all. */
export const REVIEWS_ON_GARAGE = 6;

// Not in the schemas, so that the browser does not load them.

export const COMMENT_REQUIRED = "Please write a comment.";

/** In the browser; undefined if valid. */
export const validateComment = ({ text = "" }: Record<string, string>) =>
  isBlank(text) ? { text: [COMMENT_REQUIRED] } : undefined;
