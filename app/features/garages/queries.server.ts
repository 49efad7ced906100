import { and, eq, sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/client.server";
import { idRanges } from "~/db/id-ranges.server";
import { garages } from "~/db/schema";
import { seenGarages, shownGaragesById, toHiddenMarks } from "~/db/scopes.server";
import { findHold } from "~/features/accounts/door/holding.server";
import { ownedParams, seenParams, type Viewer } from "~/features/accounts/policy";
import { placementView } from "~/features/places/queries.server";
import { DomainError } from "~/lib/errors";
import type { Paged, PageParams } from "~/lib/paging";
import { pick, sortByIds } from "~/lib/rows";
import { formatMonth } from "~/lib/time";
import { type GarageListQuery, listGarageIds, newestGarageIds, pickGarageIds } from "./list.server";
import { canEditGarage, GARAGE_NOT_FOUND, NOT_YOUR_GARAGE } from "./policy";
import {
  averageRating,
  type GarageCardRow,
  type GarageRow,
  selectCards,
  selectPageRow,
  selectRows,
  shownLocation,
  withOwnTexts,
} from "./rows.server";

const toCard = ({ id, name, ownerName, coverPhoto, vehicleCount }: GarageCardRow) => ({
  id: String(id),
  name,
  ownerName,
  coverPhoto,
  vehicleCount,
});

/** What a card shows of a garage. */
export type GarageCardView = ReturnType<typeof toCard>;

/** The garages list of the site, one page of it. */
export function listGarages(query: GarageListQuery, page: PageParams): Paged<GarageCardView> {
  const list = listGarageIds(query, page);
  return { ...list, rows: listGarageCardsById(list.rows) };
}

/** Garages picked at random; see `pickGarageIds`. */
export function listRandomGarages(count: number): GarageCardView[] {
  return listGarageCardsById(pickGarageIds(count));
}

/** The garages of home: `featured` and `newest`, `count` of each, and where asked for one more as an example. */
interface HomeGarages {
  example: GarageCardView | null;
  featured: GarageCardView[];
  /** The newest first. */
  newest: GarageCardView[];
}

/**
 * Home's garages, read at once. The newest ones, which the page shows anyway, only fill up the featured.
 * @param count of each, 4 at most
 * @param withExample where there are enough with a photo
 */
export function listHomeGarages(count: number, withExample: boolean): HomeGarages {
  const newestIds = newestGarageIds(count);
  const wanted = withExample ? count + 1 : count;
  const random = pickGarageIds(wanted + newestIds.length);
  const others = random.filter((id) => !newestIds.includes(id));
  const filling = random.filter((id) => newestIds.includes(id));
  const pickedIds = [...others, ...filling].slice(0, wanted);
  const cards = listGarageCardsById([...new Set([...newestIds, ...pickedIds])]);
  const picked = sortByIds(pickedIds, cards);
  const example = picked.length > count && picked[0]?.coverPhoto ? picked[0] : null;
  const featured = example ? picked.slice(1) : picked.slice(0, count);
  return { example, featured, newest: sortByIds(newestIds, cards) };
}

const seenGarage = prepared((database) =>
  selectRows(database)
    .where(and(eq(garages.id, sql.placeholder("id")), seenGarages))
    .prepare(),
);

/**
 * @param seer `seenParams(viewer)` for reads, `ownedParams(viewer)` for writes; without it only what everybody sees is
 * there
 * @throws DomainError not_found, also where it is hidden from the viewer
 */
export function getGarageRow(id: number, seer = seenParams(null)): GarageRow {
  const row = seenGarage().get({ id, ...seer });
  if (!row) throw new DomainError("not_found", GARAGE_NOT_FOUND);
  return withOwnTexts(seer.viewerId, row);
}

const rowsById = prepared((database) =>
  selectRows(database)
    .where(and(isAmongIds(garages.id), shownGaragesById))
    .prepare(),
);

/** The garages with these ids that are shown, in the order of the ids. */
export function listGarageRowsById(ids: readonly number[]): GarageRow[] {
  return ids.length === 0 ? [] : sortByIds(ids, rowsById().all({ ids: JSON.stringify(ids) }));
}

const cardsById = prepared((database) =>
  selectCards(database)
    .where(and(isAmongIds(garages.id), shownGaragesById))
    .prepare(),
);

/** Cards for a list that another feature orders, such as the garages somebody follows. */
export function listGarageCardsById(ids: readonly number[]): GarageCardView[] {
  return ids.length === 0 ? [] : sortByIds(ids, cardsById().all({ ids: JSON.stringify(ids) })).map(toCard);
}

const seenPage = prepared((database) =>
  selectPageRow(database)
    .where(and(eq(garages.id, sql.placeholder("id")), seenGarages))
    .prepare(),
);

/** The head of a garage's page; its vehicles come from their own feature. */
export type GaragePageView = Omit<ReturnType<typeof getGaragePage>, "place" | "showOnMap">;

/**
 * A garage as its page shows it to `viewer`.
 * @returns beside that the place that the page looks around, and whether it may be shown
 * @throws DomainError not_found, also where it is hidden from the viewer
 */
export function getGaragePage(id: number, viewer: Viewer | null) {
  const found = seenPage().get({ id, ...seenParams(viewer) });
  if (!found) throw new DomainError("not_found", GARAGE_NOT_FOUND);
  const row = withOwnTexts(viewer?.id, found);
  const viewerCanEdit = canEditGarage(viewer, { userId: row.ownerId });
  return {
    ...toCard(row),
    /** How many vehicles everybody sees. */
    vehicleCount: found.hidden === 0 ? row.vehicleCount : 0,
    ...toHiddenMarks(row.hidden),
    description: row.description,
    location: shownLocation(row),
    ownerId: String(row.ownerId),
    ownerAvatar: row.ownerAvatar,
    /** What the owner says of themselves; empty where they said nothing. */
    ownerBio: row.ownerBio,
    followerCount: row.followerCount,
    /** When the owner joined: "March 2024". */
    joined: formatMonth(row.ownerSince),
    reviewCount: row.reviewCount,
    averageRating: averageRating(row),
    viewerCanEdit,
    /** Where the map shows it, for the owner of a garage that is to be on the map; null for anybody else. */
    placement: viewerCanEdit && row.showOnMap ? placementView(row, row.place) : null,
    place: row.place,
    showOnMap: row.showOnMap,
  };
}

const garageOfUser = prepared((database) =>
  database
    .select({
      id: garages.id,
      name: garages.name,
      description: garages.description,
      location: garages.location,
      isPublicAddress: garages.isPublicAddress,
      address: garages.address,
      showOnMap: garages.showOnMap,
      placeId: garages.placeId,
      placeText: garages.placeText,
    })
    .from(garages)
    .where(eq(garages.userId, sql.placeholder("userId")))
    .prepare(),
);

const placeOfUser = prepared((database) =>
  database
    .select({ placeId: garages.placeId })
    .from(garages)
    .where(eq(garages.userId, sql.placeholder("userId")))
    .prepare(),
);

/** Where a person's own garage stands; null where it has no place, or there is no garage. */
export function findGaragePlace(userId: number): number | null {
  return placeOfUser().get({ userId })?.placeId ?? null;
}

/**
 * The viewer's garage at `id`, with where it stands.
 * @throws DomainError not_found; forbidden where it is somebody else's
 */
export function getOwnGarage(id: number, viewer: Viewer) {
  const { ownerId } = getGarageRow(id, ownedParams(viewer));
  const own = canEditGarage(viewer, { userId: ownerId }) ? garageOfUser().get({ userId: viewer.id }) : undefined;
  if (!own) throw new DomainError("forbidden", NOT_YOUR_GARAGE);
  return own;
}

/** The garage at `id` for its owner to edit. @throws DomainError not_found; forbidden where it is somebody else's */
export function getGarageForm(id: number, viewer: Viewer) {
  const { placeId, placeText, address, ...form } = getOwnGarage(id, viewer);
  const { isPublicAddress = form.isPublicAddress, ...waiting } = findHold("garage", id)?.texts ?? {};
  const texts = { address: address ?? "", ...waiting, isPublicAddress: Boolean(isPublicAddress) };
  return { ...form, ...texts, id: String(form.id), placement: placementView({ placeId, placeText }) };
}

const allTexts = prepared((database) =>
  database
    .select(pick(garages, "name", "description", "location", "address", "isPublicAddress", "showOnMap"))
    .from(garages)
    .where(eq(garages.id, sql.placeholder("id")))
    .prepare(),
);

/** All that a garage's owner has written of it, with what waits for review. @throws DomainError not_found */
export function getGarageTexts(id: number) {
  const row = allTexts().get({ id });
  if (!row) throw new DomainError("not_found", GARAGE_NOT_FOUND);
  return { ...row, ...findHold("garage", id)?.texts };
}

/** @throws DomainError not_found without a garage */
export function getOwnGarageTexts({ garageId }: Viewer) {
  if (garageId === null) throw new DomainError("not_found", "You do not have a garage yet.");
  return getGarageTexts(garageId);
}

/** The garages that are shown, for the site map. */
export const garageRanges = idRanges(garages, shownGaragesById);
