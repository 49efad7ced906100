import type { SearchSection } from "./limits";

/** A line of what a search field offers. */
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
