import type { Viewer } from "~/features/accounts/policy";
import { listEntriesJsonById } from "~/features/build-log/json.server";
import { listGaragesJsonById } from "~/features/garages/json.server";
import { listVehiclesJsonById } from "~/features/vehicles/json.server";
import type { Page, Paged } from "~/lib/paging";
import { toIso } from "~/lib/time";
import type { ActivityJson } from "./json-shapes.server";
import { type ActivityPicture, type ActivityRow, listActivityRows } from "./rows.server";

const photoJson = ({ id, photo, caption }: ActivityPicture) => ({ _id: String(id), photo, caption });

/** Each thing once, however often it is mentioned, by its id. */
function jsonById<Json extends { _id: string }>(
  ids: readonly number[],
  list: (ids: readonly number[]) => Json[],
): Map<number, Json> {
  const unique = [...new Set(ids)];
  return new Map(unique.length === 0 ? [] : list(unique).map((json) => [Number(json._id), json]));
}

function allJson(rows: readonly ActivityRow[]): ActivityJson[] {
  const garages = jsonById(
    rows.map(({ garageId }) => garageId),
    listGaragesJsonById,
  );
  const vehicles = jsonById(
    rows.map(({ vehicleId }) => vehicleId),
    listVehiclesJsonById,
  );
  // As anybody sees them: the feed is of other people's.
  const entries = jsonById(
    rows.flatMap(({ entryId }) => entryId ?? []),
    (ids) => listEntriesJsonById(ids, null),
  );
  return rows.map(({ type, createdAt, garageId, vehicleId, entryId, pictures }) => ({
    type,
    createdAt: toIso(createdAt),
    garage: garages.get(garageId)!,
    vehicle: vehicles.get(vehicleId)!,
    ...(entryId === null ? { photos: pictures.map(photoJson) } : { entry: entries.get(entryId)! }),
  }));
}

/** What happened in the garages that the viewer follows, for `GET /users/me/feed` (feed README, Rules). */
export function listFeedJson(viewer: Viewer, page: Page): Paged<ActivityJson> {
  const list = listActivityRows(viewer.id, page, -1);
  return { ...list, rows: allJson(list.rows) };
}
