import { z } from "zod";
import { createdAt } from "~/features/accounts/json.server";
import type { Viewer } from "~/features/accounts/policy";
import { entryShape, listEntriesJsonById } from "~/features/build-log/json.server";
import { garageShape, listGaragesJsonById } from "~/features/garages/json.server";
import { photoShape } from "~/features/photos/json.server";
import { listVehiclesJsonById, vehicleShape } from "~/features/vehicles/json.server";
import type { Paged, PageParams } from "~/lib/paging";
import { toIso } from "~/lib/time";
import { type ActivityRow, listActivityRows } from "./queries.server";

const photoJson = ({ id, photo, caption }: ActivityRow["pictures"][number]) => ({ _id: String(id), photo, caption });

/** By id, without duplicates. */
function mentioned<Json extends { _id: string }>(
  rows: readonly ActivityRow[],
  member: "garageId" | "vehicleId" | "entryId",
  list: (ids: readonly number[]) => Json[],
): Map<number, Json> {
  const ids = [...new Set(rows.flatMap((row) => row[member] ?? []))];
  return new Map(ids.length === 0 ? [] : list(ids).map((json) => [Number(json._id), json]));
}

function allJson(rows: readonly ActivityRow[]): ActivityJson[] {
  const garages = mentioned(rows, "garageId", listGaragesJsonById);
  const vehicles = mentioned(rows, "vehicleId", listVehiclesJsonById);
  // Public view: the feed has other users' entries.
  const entries = mentioned(rows, "entryId", (ids) => listEntriesJsonById(ids, null));
  return rows.map(({ type, createdAt, garageId, vehicleId, entryId, pictures }) => ({
    type,
    createdAt: toIso(createdAt),
    garage: garages.get(garageId)!,
    vehicle: vehicles.get(vehicleId)!,
    ...(entryId === null ? { photos: pictures.map(photoJson) } : { entry: entries.get(entryId)! }),
  }));
}

/** `GET /users/me/feed`: entries one by one (feed README, Rules). */
export function listFeedJson(viewer: Viewer, page: PageParams): Paged<ActivityJson> {
  const list = listActivityRows(viewer.id, page);
  return { ...list, rows: allJson(list.rows) };
}

export const activityShape = z
  .strictObject({
    type: z.enum(["vehicle", "photos", "build"]).meta({
      description: "A vehicle was added, or photos or a build log entry were added to one",
    }),
    createdAt,
    garage: garageShape,
    vehicle: vehicleShape,
    entry: entryShape.optional().meta({ description: "For `build`" }),
    photos: z
      .array(photoShape)
      .optional()
      .meta({ description: "For `vehicle`: those that came with it; for `photos`: those of that day" }),
  })
  .meta({ id: "Activity" });

type ActivityJson = z.infer<typeof activityShape>;
