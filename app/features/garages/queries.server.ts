import { and, eq, sql } from "drizzle-orm";
import { isAmongIds, prepared } from "~/db/prepared.server";
import { garages } from "~/db/schema";
import { shownGaragesById } from "~/db/scopes.server";
import type { Viewer } from "~/features/accounts/policy";
import type { PlacingView } from "~/features/places/placing";
import { placingView } from "~/features/places/queries.server";
import { DomainError } from "~/lib/errors";
import type { Page, Paged } from "~/lib/paging";
import { inOrderOf } from "~/lib/rows";
import { formatMonth } from "~/lib/time";
import { type GarageListQuery, listGarageRows } from "./list.server";
import { canEditGarage, GARAGE_NOT_FOUND, NOT_YOUR_GARAGE } from "./policy";
import { listRandomGarageRows } from "./random.server";
import { averageRating, type GarageRow, selectGarages, shownLocation } from "./rows.server";

/** What a card shows of a garage. */
export interface GarageCardView {
  id: string;
  name: string;
  ownerName: string;
  /** A stored name or a full URL; null shows the default image. */
  coverPhoto: string | null;
  vehicleCount: number;
}

function toCard(row: GarageRow): GarageCardView {
  const { id, name, ownerName, coverPhoto, vehicleCount } = row;
  return { id: String(id), name, ownerName, coverPhoto, vehicleCount };
}

/** The garages list of the site, one page of it. */
export function listGarages(query: GarageListQuery, page: Page): Paged<GarageCardView> {
  const list = listGarageRows(query, page);
  return { ...list, rows: list.rows.map(toCard) };
}

/** Home's Featured Garages; see `listRandomGarageRows`. */
export function listRandomGarages(count: number): GarageCardView[] {
  return listRandomGarageRows(count).map(toCard);
}

const shownGarage = prepared((database) =>
  selectGarages(database)
    .where(and(eq(garages.id, sql.placeholder("id")), eq(garages.hidden, false)))
    .prepare(),
);

/** @throws DomainError not_found, also while the owner is deactivated */
export function getGarageRow(id: number): GarageRow {
  const row = shownGarage().get({ id });
  if (!row) throw new DomainError("not_found", GARAGE_NOT_FOUND);
  return row;
}

const garagesById = prepared((database) =>
  selectGarages(database)
    .where(and(isAmongIds(garages.id), shownGaragesById))
    .prepare(),
);

/** The garages with these ids that are shown, in the order of the ids. */
export function listGarageRowsById(ids: readonly number[]): GarageRow[] {
  if (ids.length === 0) return [];
  return inOrderOf(ids, garagesById().all({ ids: JSON.stringify(ids) }));
}

/** Cards for a list that another feature orders, such as the garages somebody follows. */
export function listGarageCardsById(ids: readonly number[]): GarageCardView[] {
  return listGarageRowsById(ids).map(toCard);
}

/** The head of a garage's page; its vehicles come from their own feature. */
export interface GaragePageView extends GarageCardView {
  description: string;
  location: string;
  ownerId: string;
  ownerAvatar: string;
  /** What the owner says of themselves; empty where they said nothing. */
  ownerBio: string;
  followerCount: number;
  /** When the owner joined: "March 2024". */
  joined: string;
  reviewCount: number;
  /** 1 to 5 with one decimal; null without reviews. */
  averageRating: number | null;
  viewerCanEdit: boolean;
  /** Where the map shows it, for the owner of a garage that is to be on the map; null for anybody else. */
  placing: PlacingView | null;
}

/**
 * A garage as its page shows it to `viewer`.
 * @returns beside that the place that the page looks around, and whether it may be shown
 * @throws DomainError not_found, also while the owner is deactivated
 */
export function getGaragePage(
  id: number,
  viewer: Viewer | null,
): GaragePageView & { placeId: number | null; showOnMap: boolean } {
  const row = getGarageRow(id);
  const viewerCanEdit = canEditGarage(viewer, { userId: row.ownerId });
  const own = viewerCanEdit ? garageOfUser().get({ userId: row.ownerId }) : undefined;
  return {
    ...toCard(row),
    description: row.description,
    location: shownLocation(row),
    ownerId: String(row.ownerId),
    ownerAvatar: row.ownerAvatar,
    ownerBio: row.ownerBio,
    followerCount: row.followerCount,
    joined: formatMonth(row.ownerSince),
    reviewCount: row.reviewCount,
    averageRating: averageRating(row),
    viewerCanEdit,
    placing: own?.showOnMap ? placingView(own) : null,
    placeId: row.placeId,
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
      hidden: garages.hidden,
    })
    .from(garages)
    .where(eq(garages.userId, sql.placeholder("userId")))
    .prepare(),
);

/** The garage a person has, if any and if it is shown. */
export function findGarageOfUser(userId: number): { id: number; name: string } | undefined {
  const row = garageOfUser().get({ userId });
  return row && !row.hidden ? { id: row.id, name: row.name } : undefined;
}

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

/** What the edit form starts with. */
export interface GarageFormView {
  id: string;
  name: string;
  description: string;
  location: string;
  isPublicAddress: boolean;
  address: string;
  showOnMap: boolean;
  placing: PlacingView;
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
export function getGarageForm(id: number, viewer: Viewer): GarageFormView {
  const { hidden: _, placeId, placeText, address, ...form } = getOwnGarage(id, viewer);
  return { ...form, id: String(form.id), address: address ?? "", placing: placingView({ placeId, placeText }) };
}
