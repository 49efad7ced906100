/** Characters. */
export const MAX_SEARCH_LENGTH = 100;

/** Letters. */
export const SUGGEST_FROM = 2;

export const SEARCH_SECTIONS = ["garages", "users", "vehicles", "events"] as const;

export type SearchSection = (typeof SEARCH_SECTIONS)[number];

/** Undefined shows all. */
export function findSection(text: string | null): SearchSection | undefined {
  return SEARCH_SECTIONS.find((section) => section === text);
}

export interface Suggestion {
  id: number;
  name: string;
  /** Owner or place; may be empty. */
  detail: string;
  /** A stored name or a full URL. */
  image: string | null;
}

/** In the order of `SEARCH_SECTIONS`, without empty ones. */
export type Suggestions = { section: SearchSection; rows: Suggestion[] }[];
