import { z } from "zod";
import { toHiddenMarks } from "~/db/scopes.server";
import { createdAt, hiddenMarks } from "~/features/accounts/json.server";
import type { Viewer } from "~/features/accounts/policy";
import { countWithheldComments } from "~/features/blocks/queries.server";
import { garageShape } from "~/features/garages/json.server";
import { photoJson, photoShape } from "~/features/photos/json.server";
import { listPhotoRows, listVisiblePhotos } from "~/features/photos/rows.server";
import type { Paged, PageParams } from "~/lib/paging";
import { groupBy, pick, sortByIds } from "~/lib/rows";
import { toIso } from "~/lib/time";
import { VEHICLE_FIELDS } from "./limits";
import { countShownVehicles, pageOfGarage } from "./queries.server";
import { listLikers, type VehicleRow, vehicleRows } from "./rows.server";

const DEFAULT_COVER = "default-vehicle.png";

/** Photos in order, likers, and for members the comments they see: three queries for any number of vehicles. */
function withDetails(rows: readonly VehicleRow[], viewer: Viewer | null = null): VehicleJson[] {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const photos = groupBy(listPhotoRows(ids), ({ vehicleId }) => vehicleId);
  const likes = listLikers(ids);
  const withheldCounts = countWithheldComments(viewer, ids);
  return rows.map((row) => {
    const user = String(row.userId);
    return {
      _id: String(row.id),
      ...pick(row, ...VEHICLE_FIELDS),
      specs: row.specs,
      coverPhoto: row.coverPhoto ?? DEFAULT_COVER,
      photos: listVisiblePhotos(viewer, row.userId, photos.get(row.id) ?? []).map(photoJson),
      likes: (likes.get(row.id) ?? []).map(({ userId }) => String(userId)),
      likeCount: row.likeCount,
      commentCount: row.commentCount - (withheldCounts.get(row.id) ?? 0),
      buildCount: row.buildCount,
      garage: { _id: String(row.garageId), name: row.garageName, user },
      user,
      createdAt: toIso(row.createdAt),
      ...toHiddenMarks(row.hidden),
    };
  });
}

/** @throws DomainError not_found, also if hidden from the viewer */
export function vehicleJson(id: number, viewer: Viewer | null = null): VehicleJson {
  return withDetails([vehicleRows.get(id, viewer)], viewer)[0]!;
}

export function listLatestVehiclesJson(page: PageParams): Paged<VehicleJson> {
  return { rows: withDetails(vehicleRows.latest(page)), total: countShownVehicles(), ...page };
}

/** Newest first; for its owner after the hidden ones. */
export function listGarageVehiclesJson(
  garageId: number,
  page: PageParams,
  viewer: Viewer | null = null,
): Paged<VehicleJson> {
  const { rows, ...list } = pageOfGarage(vehicleRows, garageId, viewer, page);
  return { ...list, rows: withDetails(rows, viewer) };
}

/** Visible ones, in the order of `ids`. */
export function listVehiclesJsonById(ids: readonly number[]): VehicleJson[] {
  return withDetails(sortByIds(ids, vehicleRows.among(ids)));
}

const specShape = z.strictObject({ name: z.string(), value: z.string() });

export const vehicleShape = z
  .strictObject({
    _id: z.string(),
    make: z.string(),
    model: z.string(),
    year: z.int(),
    description: z.string(),
    story: z.string(),
    condition: z.string(),
    specs: z.array(specShape).meta({ description: "The spec sheet, in the owner’s order" }),
    coverPhoto: z.string().meta({ description: "A file name under /img/photos/, or a full URL" }),
    photos: z.array(photoShape),
    likes: z
      .array(z.string())
      .meta({ description: "Ids of members who like it, the newest 1,000; GET /vehicles/{id}/likes has all" }),
    likeCount: z.int(),
    commentCount: z.int(),
    buildCount: z.int().meta({ description: "Entries in its build log" }),
    garage: z.strictObject({ _id: z.string(), name: z.string(), user: z.string() }),
    user: z.string().meta({ description: "Id of the owner" }),
    createdAt,
    ...hiddenMarks,
  })
  .meta({ id: "Vehicle" });

type VehicleJson = z.infer<typeof vehicleShape>;

export const garageDetailShape = z
  .strictObject({ ...garageShape.shape, vehicles: z.array(vehicleShape) })
  .meta({ id: "GarageDetail" });
