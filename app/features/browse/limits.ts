/** Characters of the text that is looked for. */
export const BROWSE_TEXT_LIMIT = 100;

export const VEHICLES_PER_PAGE = 24;

/** Makes a page of all of them. */
export const MAKES_PER_PAGE = 300;

/** Makes and models beside the list. */
export const NAMES_BESIDE = { makes: 12, models: 24 } as const;

/** With a text or a condition so many are counted at most, as in a search. */
export const MAX_COUNTED = 1000;
