import type { Viewer } from "~/features/accounts/policy";
import { vehicleName } from "~/features/vehicles/name";
import type { Page, Paged } from "~/lib/paging";
import { formatAgo, formatTime, toIso } from "~/lib/time";
import { PICTURES } from "./limits";
import { type ActivityRow, listActivityRows } from "./rows.server";

function toView(row: ActivityRow) {
  const { id, type, vehicleId, garageId, garageName, ownerName, ownerAvatar, photoCount, pictures, createdAt } = row;
  return {
    id: String(id),
    type,
    /** "1967 Lotus Elan". */
    vehicle: vehicleName(row),
    vehicleId: String(vehicleId),
    garageId: String(garageId),
    garageName,
    ownerName,
    ownerAvatar,
    /** Of build. */
    entry: row.entryId === null ? null : { id: String(row.entryId), title: row.entryTitle, kind: row.entryKind },
    /** Of photos: how many, and the first of them. */
    photoCount,
    firstPhotoId: pictures[0] ? String(pictures[0].id) : null,
    /** Stored names or full URLs; the vehicle's cover where it came without any, null for the default image. */
    pictures: pictures.length > 0 ? pictures.map(({ photo }) => photo) : [row.coverPhoto],
    at: toIso(createdAt),
    ago: formatAgo(createdAt),
    exactly: formatTime(createdAt),
  };
}

/** One row of a member's feed. */
export type ActivityView = ReturnType<typeof toView>;

/** What happened in the garages that the viewer follows, the newest first (feed README, Rules). */
export function listFeed(viewer: Viewer, page: Page): Paged<ActivityView> {
  const list = listActivityRows(viewer.id, page, PICTURES);
  return { ...list, rows: list.rows.map(toView) };
}
