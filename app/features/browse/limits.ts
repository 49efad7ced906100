/** Characters of the search text. */
export const BROWSE_TEXT_LIMIT = 100;

export const VEHICLES_PER_PAGE = 24;

export const MAKES_PER_PAGE = 300;

/** Makes and models next to the list. */
export const NAMES_BESIDE = { makes: 12, models: 24 } as const;

/** Maximum count with a text or a condition, as in a search. */
export const MAX_COUNTED = 1000;
