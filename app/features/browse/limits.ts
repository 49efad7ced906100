/** Characters. */
export const BROWSE_TEXT_LIMIT = 100;

export const VEHICLES_PER_PAGE = 24;

export const MAKES_PER_PAGE = 300;

export const MAX_NAMES = { makes: 12, models: 24 } as const;

/** With a text or a condition, as in a search. */
export const MAX_COUNTED = 1000;
