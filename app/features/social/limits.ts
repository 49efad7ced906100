import { isBlank } from "~/lib/text";

/** Characters. */
export const SOCIAL_LIMITS = { comment: 2_000, review: 2_000 } as const;

export const MIN_RATING = 1;
export const MAX_RATING = 5;

/** Rows that the pages show at once. */
export const COMMENTS_PER_PAGE = 20;
export const REVIEWS_PER_PAGE = 20;
/** Of those who like a vehicle or follow a garage. */
export const PEOPLE_PER_PAGE = 24;
/** Of the reviews on a garage's own page; the rest has a page of its own. */
export const REVIEWS_ON_GARAGE = 6;

// Apart from the schemas, so that the form in the browser can say the same without them.

export const COMMENT_REQUIRED = "Please write a comment.";

/** What is said of a comment before it is sent; undefined where it can be. */
export const validateComment = ({ text = "" }: Record<string, string>) =>
  isBlank(text) ? { text: [COMMENT_REQUIRED] } : undefined;
