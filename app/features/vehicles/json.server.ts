import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { garages, likes, photos, vehicles } from "~/db/schema";
import { DomainError } from "~/lib/errors";
import { offsetOf, type Page, type Paged } from "~/lib/paging";
import { groupBy, inOrderOf } from "~/lib/rows";
import { toIso } from "~/lib/time";
import type { PhotoJson, VehicleJson } from "./json-shapes.server";
import { VEHICLE_NOT_FOUND } from "./policy";
import { countGarageVehicles, countShownVehicles } from "./queries.server";

/** What stands for a cover where there is none (specification 3, Vehicle). */
export const DEFAULT_COVER = "default-vehicle.png";

const columns = {
  id: vehicles.id,
  make: vehicles.make,
  model: vehicles.model,
  year: vehicles.year,
  description: vehicles.description,
  story: vehicles.story,
  condition: vehicles.condition,
  coverPhoto: vehicles.coverPhoto,
  likeCount: vehicles.likeCount,
  commentCount: vehicles.commentCount,
  garageId: vehicles.garageId,
  garageName: garages.name,
  userId: vehicles.userId,
  createdAt: vehicles.createdAt,
};

type Row = ReturnType<typeof selectRows>[number];

function selectRows(where: SQL | undefined, page: Page) {
  return (
    db()
      .select(columns)
      .from(vehicles)
      // Left, so that the planner keeps to the index that gives the order.
      .leftJoin(garages, eq(garages.id, vehicles.garageId))
      .where(and(eq(vehicles.hidden, false), where))
      .orderBy(desc(vehicles.createdAt), desc(vehicles.id))
      .limit(page.limit)
      .offset(offsetOf(page))
      .all()
  );
}

function photoJson(photo: { id: number; photo: string; caption: string }): PhotoJson {
  return { _id: String(photo.id), photo: photo.photo, caption: photo.caption };
}

const ofVehicle = ({ vehicleId }: { vehicleId: number }) => vehicleId;

/** Two queries, however many vehicles there are: their photos in order and who likes them. */
function withDetails(rows: Row[]): VehicleJson[] {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const photosBy = groupBy(
    db()
      .select({ vehicleId: photos.vehicleId, id: photos.id, photo: photos.photo, caption: photos.caption })
      .from(photos)
      .where(inArray(photos.vehicleId, ids))
      .orderBy(asc(photos.vehicleId), asc(photos.position))
      .all(),
    ofVehicle,
  );
  const likesBy = groupBy(
    db()
      .select({ vehicleId: likes.vehicleId, userId: likes.userId })
      .from(likes)
      .where(and(inArray(likes.vehicleId, ids), eq(likes.hidden, false)))
      .all(),
    ofVehicle,
  );
  return rows.map((row) => {
    const user = String(row.userId);
    return {
      _id: String(row.id),
      make: row.make,
      model: row.model,
      year: row.year,
      description: row.description,
      story: row.story,
      condition: row.condition,
      coverPhoto: row.coverPhoto ?? DEFAULT_COVER,
      photos: (photosBy.get(row.id) ?? []).map(photoJson),
      likes: (likesBy.get(row.id) ?? []).map((like) => String(like.userId)),
      likeCount: row.likeCount,
      commentCount: row.commentCount,
      garage: { _id: String(row.garageId), name: row.garageName ?? "", user },
      user,
      createdAt: toIso(row.createdAt),
    };
  });
}

/**
 * One vehicle as the API shows it.
 * @throws DomainError not_found, also while its owner is deactivated
 */
export function vehicleJson(id: number): VehicleJson {
  const [vehicle] = withDetails(selectRows(eq(vehicles.id, id), { page: 1, limit: 1 }));
  if (!vehicle) throw new DomainError("not_found", VEHICLE_NOT_FOUND);
  return vehicle;
}

/** The newest vehicles of the site, newest first. */
export function listLatestVehiclesJson(page: Page): Paged<VehicleJson> {
  return { rows: withDetails(selectRows(undefined, page)), total: countShownVehicles(), ...page };
}

/** The vehicles of one garage, newest first. */
export function listGarageVehiclesJson(garageId: number, page: Page): Paged<VehicleJson> {
  const rows = withDetails(selectRows(eq(vehicles.garageId, garageId), page));
  return { rows, total: countGarageVehicles(garageId), ...page };
}

/** The vehicles with these ids that are shown, in the order of the ids. */
export function listVehiclesJsonById(ids: readonly number[]): VehicleJson[] {
  if (ids.length === 0) return [];
  const rows = db()
    .select(columns)
    .from(vehicles)
    .leftJoin(garages, eq(garages.id, vehicles.garageId))
    .where(and(inArray(vehicles.id, [...ids]), sql`+vehicles.hidden = 0`))
    .all();
  return withDetails(inOrderOf(ids, rows));
}
