import { and, eq, sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { garages } from "~/db/schema";
import { shownGarages, shownGaragesById } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import { placingView } from "~/features/places/queries.server";
import { DomainError } from "~/lib/errors";
import type { Page, Paged } from "~/lib/paging";
import { inOrderOf } from "~/lib/rows";
import { formatMonth } from "~/lib/time";
import { type GarageListQuery, listGarageCardRows, listNewestGarageCardRows } from "./list.server";
import { canEditGarage, GARAGE_NOT_FOUND, NOT_YOUR_GARAGE } from "./policy";
import { listRandomGarageCardRows } from "./random.server";
import {
  averageRating,
  cards,
  fullRows,
  type GarageCardRow,
  type GarageRow,
  selectPageRow,
  shownLocation,
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
export function listGarages(query: GarageListQuery, page: Page): Paged<GarageCardView> {
  const list = listGarageCardRows(query, page);
  return { ...list, rows: list.rows.map(toCard) };
}

/** Home's Newest Garages, newest first. */
export function listNewestGarages(count: number): GarageCardView[] {
  return listNewestGarageCardRows(count).map(toCard);
}

/** Home's Featured Garages; see `listRandomGarageRows`. */
export function listRandomGarages(count: number): GarageCardView[] {
  return listRandomGarageCardRows(count).map(toCard);
}

const shownGarage = prepared((database) =>
  fullRows
    .select(database)
    .where(and(eq(garages.id, sql.placeholder("id")), shownGarages))
    .prepare(),
);

/** @throws DomainError not_found, also while the owner is deactivated */
export function getGarageRow(id: number): GarageRow {
  const row = shownGarage().get({ id });
  if (!row) throw new DomainError("not_found", GARAGE_NOT_FOUND);
  return row;
}

const rowsById = prepared((database) =>
  fullRows
    .select(database)
    .where(and(isAmongIds(garages.id), shownGaragesById))
    .prepare(),
);

/** The garages with these ids that are shown, in the order of the ids. */
export function listGarageRowsById(ids: readonly number[]): GarageRow[] {
  return ids.length === 0 ? [] : inOrderOf(ids, rowsById().all({ ids: JSON.stringify(ids) }));
}

const cardsById = prepared((database) =>
  cards
    .select(database)
    .where(and(isAmongIds(garages.id), shownGaragesById))
    .prepare(),
);

/** Cards for a list that another feature orders, such as the garages somebody follows. */
export function listGarageCardsById(ids: readonly number[]): GarageCardView[] {
  return ids.length === 0 ? [] : inOrderOf(ids, cardsById().all({ ids: JSON.stringify(ids) })).map(toCard);
}

const shownPage = prepared((database) =>
  selectPageRow(database)
    .where(and(eq(garages.id, sql.placeholder("id")), shownGarages))
    .prepare(),
);

/** The head of a garage's page; its vehicles come from their own feature. */
export type GaragePageView = Omit<ReturnType<typeof getGaragePage>, "place" | "showOnMap">;

/**
 * A garage as its page shows it to `viewer`.
 * @returns beside that the place that the page looks around, and whether it may be shown
 * @throws DomainError not_found, also while the owner is deactivated
 */
export function getGaragePage(id: number, viewer: Viewer | null) {
  const row = shownPage().get({ id });
  if (!row) throw new DomainError("not_found", GARAGE_NOT_FOUND);
  const viewerCanEdit = canEditGarage(viewer, { userId: row.ownerId });
  return {
    ...toCard(row),
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
    placing: viewerCanEdit && row.showOnMap ? placingView(row, row.place) : null,
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

const shortlyOfUser = prepared((database) =>
  database
    .select({ id: garages.id, name: garages.name, placeId: garages.placeId, hidden: garages.hidden })
    .from(garages)
    .where(eq(garages.userId, sql.placeholder("userId")))
    .prepare(),
);

/** The garage a person has, if any and if it is shown. */
export function findGarageOfUser(userId: number): { id: number; name: string } | undefined {
  const row = shortlyOfUser().get({ userId });
  return row && !row.hidden ? { id: row.id, name: row.name } : undefined;
}

/** Where a person's own garage stands; null where it has no place, or there is no garage. */
export function findGaragePlace(userId: number): number | null {
  return shortlyOfUser().get({ userId })?.placeId ?? null;
}

/**
 * The viewer's garage at `id`, with where it stands.
 * @throws DomainError not_found; forbidden where it is somebody else's
 */
export function getOwnGarage(id: number, viewer: Viewer) {
  const { ownerId } = getGarageRow(id);
  const own = canEditGarage(viewer, { userId: ownerId }) ? garageOfUser().get({ userId: viewer.id }) : undefined;
  if (!own) throw new DomainError("forbidden", NOT_YOUR_GARAGE);
  return own;
}

/**
 * The garage at `id` for its owner to edit.
 * @throws DomainError not_found; forbidden where it is somebody else's
 */
export function getGarageForm(id: number, viewer: Viewer) {
  const { placeId, placeText, address, ...form } = getOwnGarage(id, viewer);
  return { ...form, id: String(form.id), address: address ?? "", placing: placingView({ placeId, placeText }) };
}
