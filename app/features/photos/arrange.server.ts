import { eq, inArray } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { unreferencedImages } from "~/db/image-references.server";
import { photos } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { listEntryPhotoRows, listPhotoRows, type PhotoRow } from "~/features/vehicles/photo-queries.server";
import { getVehicleToEdit } from "~/features/vehicles/queries.server";
import { invalidField } from "~/lib/errors";
import { removeImages } from "~/services/images/files.server";
import { writeCover, writeOrder } from "./commands.server";
import { NOT_OF_VEHICLE } from "./policy";
import type { GalleryChange } from "./schema.server";

/**
 * Changes captions, order and cover of a vehicle's photos in one step. What is not given stays, and what is said of a
 * photo that has gone meanwhile is left out.
 * @throws DomainError not_found; forbidden for anybody but the owner; invalid for a cover that is no photo of it
 */
export function arrangePhotos(viewer: Viewer, vehicleId: number, { captions, places, coverId }: GalleryChange): void {
  transaction(() => {
    const vehicle = getVehicleToEdit(vehicleId, viewer);
    const rows = listPhotoRows([vehicleId]);
    writeCaptions(rows, captions);
    writeOrder(inOrder(rows, places));
    if (coverId === undefined) return;
    const cover = rows.find(({ id }) => String(id) === coverId);
    if (!cover) throw invalidField("cover", NOT_OF_VEHICLE);
    if (vehicle.coverPhoto !== cover.photo) writeCover(vehicleId, cover.photo);
  });
}

/**
 * The same for the photos of an entry of the build log, of which some may go. Files go after the transaction, unless
 * something else shows them.
 * @param removed ids; those that are no photo of the entry are left out
 * @throws DomainError not_found; forbidden for anybody but the owner
 */
export async function arrangeEntryPhotos(
  viewer: Viewer,
  of: { vehicleId: number; entryId: number },
  { captions, places }: Pick<GalleryChange, "captions" | "places">,
  removed: ReadonlySet<number>,
): Promise<void> {
  const unused = transaction(() => {
    getVehicleToEdit(of.vehicleId, viewer);
    const rows = listEntryPhotoRows([of.entryId]).filter(({ vehicleId }) => vehicleId === of.vehicleId);
    const gone = rows.filter(({ id }) => removed.has(id));
    writeCaptions(rows, captions);
    if (gone.length > 0)
      db()
        .delete(photos)
        .where(
          inArray(
            photos.id,
            gone.map(({ id }) => id),
          ),
        )
        .run();
    writeOrder(inOrder(rows, places).filter((row) => !gone.includes(row)));
    return unreferencedImages(
      "photos",
      gone.map(({ photo }) => photo),
    );
  });
  await removeImages("photos", unused);
}

function writeCaptions(rows: readonly PhotoRow[], captions: ReadonlyMap<number, string>): void {
  for (const { id, caption: before } of rows) {
    const caption = captions.get(id) ?? before;
    if (caption !== before) db().update(photos).set({ caption }).where(eq(photos.id, id)).run();
  }
}

/** Photos that are given another place than they have take it; the others keep their order around them. */
function inOrder(rows: readonly PhotoRow[], places: ReadonlyMap<number, number>): PhotoRow[] {
  const placeOf = ({ id, position }: PhotoRow) => places.get(id) ?? position;
  const order = rows.filter((row) => placeOf(row) === row.position);
  const moved = rows.filter((row) => placeOf(row) !== row.position);
  moved.sort((one, other) => placeOf(one) - placeOf(other));
  for (const row of moved) order.splice(placeOf(row) - 1, 0, row);
  return order;
}
