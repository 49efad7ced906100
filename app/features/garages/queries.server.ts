import { and, eq, sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/client.server";
import { idRanges } from "~/db/id-ranges.server";
import { garages } from "~/db/schema";
import { seenGarages, shownGaragesById, toHiddenMarks } from "~/db/scopes.server";
import { ownedParams, seenParams, type Viewer } from "~/features/accounts/policy";
import { findHold } from "~/features/holds/holding.server";
import { placementView } from "~/features/places/queries.server";
import { DomainError } from "~/lib/errors";
import type { PageParams } from "~/lib/paging";
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
  withSeenReviews,
} from "./rows.server";

const toCard = (row: GarageCardRow) => pick(row, "id", "name", "ownerName", "coverPhoto", "vehicleCount");

export type GarageCardView = ReturnType<typeof toCard>;

export function listGarages(query: GarageListQuery, page: PageParams) {
  const list = listGarageIds(query, page);
  return { ...list, rows: listGarageCardsById(list.rows) };
}

export function listRandomGarages(count: number): GarageCardView[] {
  return listGarageCardsById(pickGarageIds(count));
}

interface HomeGarages {
  example: GarageCardView | null;
  featured: GarageCardView[];
  newest: GarageCardView[];
}

/**
 * One query. The newest ones become featured only to fill up.
 * @param count of each, at most 4
 * @param withExample adds one if there are enough with a photo
 */
export function listHomeGarages(count: number, withExample: boolean): HomeGarages {
  const newestIds = newestGarageIds(count);
  const limit = withExample ? count + 1 : count;
  const random = pickGarageIds(limit + newestIds.length);
  const others = random.filter((id) => !newestIds.includes(id));
  const filling = random.filter((id) => newestIds.includes(id));
  const pickedIds = [...others, ...filling].slice(0, limit);
  const cards = listGarageCardsById([...new Set([...newestIds, ...pickedIds])]);
  const pickedCards = sortByIds(pickedIds, cards);
  const example = pickedCards.length > count && pickedCards[0]?.coverPhoto ? pickedCards[0] : null;
  const featuredCards = example ? pickedCards.slice(1) : pickedCards.slice(0, count);
  return { example, featured: featuredCards, newest: sortByIds(newestIds, cards) };
}

/** The newest with a cover, of the newest few; null without one. */
export function findPicturedGarage(): GarageCardView | null {
  return listGarageCardsById(newestGarageIds(8)).find(({ coverPhoto }) => coverPhoto !== null) ?? null;
}

const seenGarage = prepared((database) =>
  selectRows(database)
    .where(and(eq(garages.id, sql.placeholder("id")), seenGarages))
    .prepare(),
);

/**
 * @param viewerParams `seenParams(viewer)` for reads, `ownedParams(viewer)` for writes; default: public garages only
 * @throws DomainError not_found, also if hidden from the viewer
 */
export function getGarageRow(id: number, viewerParams = seenParams(null)): GarageRow {
  const row = seenGarage().get({ id, ...viewerParams });
  if (!row) throw new DomainError("not_found", GARAGE_NOT_FOUND);
  return withOwnTexts(viewerParams.viewerId, row);
}

const rowsById = prepared((database) =>
  selectRows(database)
    .where(and(isAmongIds(garages.id), shownGaragesById))
    .prepare(),
);

/** Visible ones, in the order of `ids`. */
export function listGarageRowsById(ids: readonly number[]): GarageRow[] {
  return ids.length === 0 ? [] : sortByIds(ids, rowsById().all({ ids: JSON.stringify(ids) }));
}

const cardsById = prepared((database) =>
  selectCards(database)
    .where(and(isAmongIds(garages.id), shownGaragesById))
    .prepare(),
);

/** For a list ordered by another feature, such as followed garages. */
export function listGarageCardsById(ids: readonly number[]): GarageCardView[] {
  return ids.length === 0 ? [] : sortByIds(ids, cardsById().all({ ids: JSON.stringify(ids) })).map(toCard);
}

const seenPage = prepared((database) =>
  selectPageRow(database)
    .where(and(eq(garages.id, sql.placeholder("id")), seenGarages))
    .prepare(),
);

export type GaragePageView = Omit<ReturnType<typeof getGaragePage>, "place" | "showOnMap">;

/**
 * @returns also the place for the nearby block, and whether it may be shown
 * @throws DomainError not_found, also if hidden from the viewer
 */
export function getGaragePage(id: number, viewer: Viewer | null) {
  const garageRow = seenPage().get({ id, ...seenParams(viewer) });
  if (!garageRow) throw new DomainError("not_found", GARAGE_NOT_FOUND);
  const row = withSeenReviews(viewer, withOwnTexts(viewer?.id, garageRow));
  const viewerCanEdit = canEditGarage(viewer, { userId: row.ownerId });
  return {
    ...toCard(row),
    /** Public vehicles. */
    vehicleCount: garageRow.hidden === 0 ? row.vehicleCount : 0,
    ...toHiddenMarks(row.hidden),
    description: row.description,
    location: shownLocation(row),
    ownerId: row.ownerId,
    ownerAvatar: row.ownerAvatar,
    ownerBio: row.ownerBio,
    ownerRole: row.ownerRole,
    followerCount: row.followerCount,
    /** "March 2024". */
    joined: formatMonth(row.ownerSince),
    reviewCount: row.reviewCount,
    averageRating: averageRating(row),
    viewerCanEdit,
    /** For the owner of a garage on the map. */
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

/** Null without a place or garage. */
export function findGaragePlace(userId: number): number | null {
  return placeOfUser().get({ userId })?.placeId ?? null;
}

/**
 * With its place.
 * @throws DomainError not_found; forbidden for non-owners
 */
export function getOwnGarage(id: number, viewer: Viewer) {
  const { ownerId } = getGarageRow(id, ownedParams(viewer));
  const ownGarage = canEditGarage(viewer, { userId: ownerId }) ? garageOfUser().get({ userId: viewer.id }) : undefined;
  if (!ownGarage) throw new DomainError("forbidden", NOT_YOUR_GARAGE);
  return ownGarage;
}

/** @throws DomainError not_found; forbidden for non-owners */
export function getGarageForm(id: number, viewer: Viewer) {
  const { placeId, placeText, address, ...form } = getOwnGarage(id, viewer);
  const { isPublicAddress = form.isPublicAddress, ...waiting } = findHold("garage", id)?.texts ?? {};
  const texts = { address: address ?? "", ...waiting, isPublicAddress: Boolean(isPublicAddress) };
  return { ...form, ...texts, placement: placementView({ placeId, placeText }) };
}

const allTexts = prepared((database) =>
  database
    .select(pick(garages, "name", "description", "location", "address", "isPublicAddress", "showOnMap"))
    .from(garages)
    .where(eq(garages.id, sql.placeholder("id")))
    .prepare(),
);

/** With texts pending review. @throws DomainError not_found */
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

export const garageRanges = idRanges(garages, shownGaragesById);
