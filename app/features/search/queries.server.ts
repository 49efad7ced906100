import { listPeopleById, type PersonView } from "~/features/accounts/queries.server";
import { type EventCardView, listEventsById } from "~/features/events/list.server";
import { type GarageCardView, listGarageCardsById } from "~/features/garages/queries.server";
import { listVehicleCardsById, type VehicleCardView } from "~/features/vehicles/queries.server";
import { type Paged, type PageParams, toOffset } from "~/lib/paging";
import { searchTerms } from "~/lib/search-terms";
import { SEARCH_SECTIONS, type SearchSection } from "./limits";
import { findIds } from "./results.server";

/** Newest first. `hasMore`: counting stopped at `total`. */
export interface MatchPage<T> extends Paged<T> {
  hasMore: boolean;
}

/**
 * Every word must match (search README, Rules).
 * @param q literal text from `searchSchema`
 * @returns a function for pages of ids by section; sections not in `sections` are empty
 */
export function listMatchPages(sections: readonly SearchSection[], q: string) {
  const idsBySection = findIds(sections, searchTerms(q));
  return (section: SearchSection, page: PageParams): MatchPage<number> => {
    const { ids, hasMore } = idsBySection[section];
    const start = toOffset(page);
    return { rows: ids.slice(start, start + page.limit), total: ids.length, hasMore, ...page };
  };
}

export interface SearchView {
  garages: MatchPage<GarageCardView>;
  users: MatchPage<PersonView>;
  vehicles: MatchPage<VehicleCardView>;
  events: MatchPage<EventCardView>;
}

/** Per section on the overview. */
const FIRST: Record<SearchSection, number> = { garages: 8, users: 8, vehicles: 12, events: 8 };
/** Of a single section. */
const PER_PAGE = 24;

const CARDS = {
  garages: listGarageCardsById,
  users: listPeopleById,
  vehicles: listVehicleCardsById,
  events: listEventsById,
};

/**
 * The first items of each section, or page `page` of one.
 * @returns the requested sections with matches
 */
export function search(q: string, onlySection: SearchSection | undefined, page: number): Partial<SearchView> {
  const sections = onlySection === undefined ? SEARCH_SECTIONS : [onlySection];
  const pageOf = listMatchPages(sections, q);
  const results = sections.map((section) => {
    const ids = pageOf(
      section,
      onlySection === undefined ? { page: 1, limit: FIRST[section] } : { page, limit: PER_PAGE },
    );
    return [section, { ...ids, rows: CARDS[section](ids.rows) }] as const;
  });
  return Object.fromEntries(results.filter(([, { total }]) => total > 0));
}
