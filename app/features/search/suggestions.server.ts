import { listPeopleById } from "~/features/accounts/queries.server";
import { listEventsById } from "~/features/events/list.server";
import { shortDate } from "~/features/events/time/format";
import { listGarageCardsById } from "~/features/garages/queries.server";
import { vehicleName } from "~/features/vehicles/name";
import { listVehicleCardsById } from "~/features/vehicles/queries.server";
import { searchTerms } from "~/lib/search-terms";
import { fold } from "~/lib/text";
import { SEARCH_SECTIONS, type SearchSection, SUGGEST_FROM, type Suggestion, type Suggestions } from "./limits";
import { findIds } from "./results.server";

const MAX_PER_KIND = 3;

const facts = (...texts: (string | null)[]) => texts.filter(Boolean).join(" · ");

const ROWS: Record<SearchSection, (ids: readonly number[]) => Suggestion[]> = {
  garages: (ids) =>
    listGarageCardsById(ids).map(({ id, name, ownerName, coverPhoto }) => {
      return { id, name, detail: ownerName, image: coverPhoto };
    }),
  users: (ids) =>
    listPeopleById(ids).map(({ id, name, avatar, garageName, location }) => {
      return { id, name, detail: facts(garageName, location), image: avatar };
    }),
  vehicles: (ids) =>
    listVehicleCardsById(ids).map(({ id, ownerName, coverPhoto, ...what }) => {
      return { id, name: vehicleName(what), detail: ownerName, image: coverPhoto };
    }),
  events: (ids) =>
    listEventsById(ids).map(({ id, title, image, ...event }) => {
      const detail = facts(event.cancelled ? "Cancelled" : null, shortDate(event), event.location);
      return { id, name: title, detail, image };
    }),
};

/**
 * The newest few matches of each section.
 * @param q literal text from `searchSchema`; under two letters finds nothing
 */
export function suggest(q: string): Suggestions {
  const words = fold(q).length < SUGGEST_FROM ? [] : searchTerms(q);
  const idsBySection = findIds(SEARCH_SECTIONS, words, MAX_PER_KIND);
  return SEARCH_SECTIONS.flatMap((section) => {
    const { ids } = idsBySection[section];
    return ids.length === 0 ? [] : [{ section, rows: ROWS[section](ids) }];
  });
}
