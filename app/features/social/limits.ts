/** Characters. */
export const SOCIAL_LIMITS = { comment: 2_000, review: 2_000 } as const;

export const MIN_RATING = 1;
export const MAX_RATING = 5;

/** Rows that the pages show at once. */
export const COMMENTS_A_PAGE = 20;
export const REVIEWS_A_PAGE = 20;
/** Of those who like a vehicle or follow a garage. */
export const PEOPLE_A_PAGE = 24;
/** Of the reviews on a garage's own page; the rest has a page of its own. */
export const REVIEWS_ON_GARAGE = 6;
