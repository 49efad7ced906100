import { listPeopleById } from "~/features/accounts/queries.server";
import { listEventsById } from "~/features/events/list.server";
import { plateDate } from "~/features/events/time/format";
import { listGarageCardsById } from "~/features/garages/queries.server";
import { vehicleName } from "~/features/vehicles/name";
import { listVehicleCardsById } from "~/features/vehicles/queries.server";
import { searchWords } from "~/lib/search-terms";
import { SEARCH_SECTIONS, type SearchSection, SUGGEST_FROM } from "./limits";
import { findIds } from "./results.server";
import type { Suggestion, Suggestions } from "./suggestions";

/** Suggestions of a section at most. */
const MOST = 3;

const facts = (...texts: (string | null)[]) => texts.filter(Boolean).join(" · ");

const ROWS: Record<SearchSection, (ids: readonly number[]) => Suggestion[]> = {
  garages: (ids) =>
    listGarageCardsById(ids).map(({ id, name, ownerName, coverPhoto }) => ({
      ...{ id, name, detail: ownerName, image: coverPhoto },
    })),
  users: (ids) =>
    listPeopleById(ids).map(({ id, name, avatar, garageName, location }) => ({
      ...{ id, name, detail: facts(garageName, location), image: avatar },
    })),
  vehicles: (ids) =>
    listVehicleCardsById(ids).map(({ id, ownerName, coverPhoto, ...what }) => ({
      ...{ id, name: vehicleName(what), detail: ownerName, image: coverPhoto },
    })),
  events: (ids) =>
    listEventsById(ids).map((event) => ({
      ...{
        id: event.id,
        name: event.title,
        detail: facts(event.cancelled ? "Cancelled" : null, plateDate(event), event.location),
        image: event.image,
      },
    })),
};

/**
 * What a search field offers while somebody types: the newest few of each section, as a search finds them.
 * @param q literal text, as `searchSchema` gives it; under two letters finds nothing
 */
export function suggest(q: string): Suggestions {
  const words = q.length < SUGGEST_FROM ? [] : searchWords(q);
  const found = findIds(SEARCH_SECTIONS, words, MOST);
  return SEARCH_SECTIONS.flatMap((section) => {
    const { ids } = found[section];
    return ids.length === 0 ? [] : [{ section, rows: ROWS[section](ids) }];
  });
}
