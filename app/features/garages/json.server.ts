import { z } from "zod";
import { toHiddenMarks } from "~/db/scopes.server";
import { createdAt, hiddenMarks, personShape } from "~/features/accounts/json.server";
import { seenParams, type Viewer } from "~/features/accounts/policy";
import type { Paged, PageParams } from "~/lib/paging";
import { toIso } from "~/lib/time";
import { type GarageListQuery, listGarageIds, pickGarageIds } from "./list.server";
import { getGarageRow, listGarageRowsById } from "./queries.server";
import { averageRating, type GarageRow, shownLocation, withSeenReviews } from "./rows.server";

function garageJson(row: GarageRow): GarageJson {
  return {
    _id: String(row.id),
    name: row.name,
    description: row.description,
    coverPhoto: row.coverPhoto,
    location: { address: shownLocation(row), isPublicAddress: row.isPublicAddress },
    vehicleCount: row.vehicleCount,
    followerCount: row.followerCount,
    reviewCount: row.reviewCount,
    averageRating: averageRating(row),
    user: { _id: String(row.ownerId), name: row.ownerName, avatar: row.ownerAvatar },
    createdAt: toIso(row.createdAt),
    ...toHiddenMarks(row.hidden),
  };
}

/** @throws DomainError not_found, also if hidden from the viewer */
export function getGarageJson(id: number, viewer: Viewer | null = null): GarageJson {
  return garageJson(withSeenReviews(viewer, getGarageRow(id, seenParams(viewer))));
}

export function listGaragesJson(query: GarageListQuery, page: PageParams): Paged<GarageJson> {
  const list = listGarageIds(query, page);
  return { ...list, rows: listGaragesJsonById(list.rows) };
}

/** @param count 1 to 20 */
export function listRandomGaragesJson(count: number): GarageJson[] {
  return listGaragesJsonById(pickGarageIds(count));
}

/** Visible ones, in the order of `ids`. */
export function listGaragesJsonById(ids: readonly number[]): GarageJson[] {
  return listGarageRowsById(ids).map(garageJson);
}

export const garageShape = z
  .strictObject({
    _id: z.string(),
    name: z.string(),
    description: z.string(),
    coverPhoto: z.string().nullable().meta({
      description:
        "A file name under /img/photos/, or a full URL: its own or its newest vehicle’s; null without a photo",
    }),
    location: z.strictObject({ address: z.string(), isPublicAddress: z.boolean() }),
    vehicleCount: z.int(),
    followerCount: z.int(),
    reviewCount: z.int(),
    averageRating: z.number().nullable(),
    user: personShape,
    createdAt,
    ...hiddenMarks,
  })
  .meta({ id: "Garage" });

export type GarageJson = z.infer<typeof garageShape>;
