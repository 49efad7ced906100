import { type VehicleChoice, vehiclesAddress } from "~/features/makes/address";
import { type CountedName, listMakesByName } from "~/features/makes/queries.server";
import { listVehicleCardsById, type VehicleCardView } from "~/features/vehicles/queries.server";
import type { Page, Paged } from "~/lib/paging";
import { groupBy } from "~/lib/rows";
import { fold } from "~/lib/text";
import { browseIds } from "./list.server";
import type { BrowseQuery } from "./schema.server";
import { choiceInWords, type Decade, decadesOf } from "./words";

/** The page of all vehicles, or of some of them. */
export interface BrowseView extends Paged<VehicleCardView> {
  /** Whether there may be more than `total`, where counting stopped. */
  more: boolean;
  /** "Ford Mustang, 1965 to 1970". */
  title: string;
  /** The one address of this list. */
  canonical: string;
  /** Make and model as they are shown. */
  make: string | null;
  model: string | null;
  /** The makes, or with a make its models, that have most vehicles. */
  names: CountedName[];
  decades: Decade[];
}

/** What is asked for, make and model in the spelling that is shown. */
function shownChoice(query: BrowseQuery, { make, model }: { make: CountedName | null; model: CountedName | null }) {
  return { ...query, make: make?.name ?? query.make, model: model?.name ?? query.model } satisfies VehicleChoice;
}

/** A page of the vehicles that are asked for, with the ways on from there: three statements. */
export function browseVehicles(query: BrowseQuery, page: Page): BrowseView {
  const { scope, list } = browseIds(query, page);
  const choice = shownChoice(query, scope);
  return {
    ...list,
    rows: listVehicleCardsById(list.rows),
    title: choiceInWords(choice),
    canonical: vehiclesAddress({ ...choice, page: page.page }),
    make: scope.make?.name ?? null,
    model: scope.model?.name ?? null,
    names: scope.names,
    decades: decadesOf(scope.years),
  };
}

/** The makes whose names begin with a letter; "0-9" for those that begin with none. */
export interface MakeLetter {
  letter: string;
  makes: CountedName[];
}

/** All makes that have vehicles, A to Z, one page of them by letter. */
export function listMakeLetters(page: Page): Paged<MakeLetter> {
  const { rows, ...list } = listMakesByName(page);
  const letters = groupBy(rows, ({ name }) => /^\p{L}/u.exec(fold(name))?.[0].toUpperCase() ?? "0-9");
  return { ...list, rows: [...letters].map(([letter, makes]) => ({ letter, makes })) };
}
