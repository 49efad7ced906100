/** Characters that a search may have. */
export const MAX_SEARCH_LENGTH = 100;

/** Letters that a word must have before anything is suggested. */
export const SUGGEST_FROM = 2;

/** The lists of an answer, in the order in which they are shown. */
export const SEARCH_SECTIONS = ["garages", "users", "vehicles", "events"] as const;

export type SearchSection = (typeof SEARCH_SECTIONS)[number];

/** The one section that the page is asked to show, by `section` of its address; undefined shows all. */
export function findSection(text: string | null): SearchSection | undefined {
  return SEARCH_SECTIONS.find((section) => section === text);
}

export interface Suggestion {
  id: string;
  name: string;
  /** Whose or where it is; may be empty. */
  detail: string;
  /** A stored name or a full URL; null without a picture. */
  image: string | null;
}

/** By section, in the order of `SEARCH_SECTIONS`; sections without any are left out. */
export type Suggestions = { section: SearchSection; rows: Suggestion[] }[];
