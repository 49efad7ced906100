import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { photos, vehicles } from "~/db/schema";
import { isHiddenItself } from "~/db/scopes.server";
import { markHeldPhotos, photosOf } from "~/features/holds/holding.server";
import { indexModel } from "~/features/makes/make-index.server";
import { listPhotoRows } from "~/features/photos/rows.server";
import { vehicleText } from "~/lib/search-terms";
import { now } from "~/lib/time";
import type { VehicleChange } from "./schema.server";
import type { SpecRow } from "./specs";

export type VehicleEdit = VehicleChange & { specs?: SpecRow[] };

/** Missing members stay. Inside a transaction. */
export function writeVehicle(id: number, edit: VehicleEdit): void {
  const before = db()
    .select({ make: vehicles.make, model: vehicles.model, year: vehicles.year })
    .from(vehicles)
    .where(eq(vehicles.id, id))
    .get();
  if (!before) return;
  const named = { make: edit.make ?? before.make, model: edit.model ?? before.model, year: edit.year ?? before.year };
  db()
    .update(vehicles)
    .set({ ...edit, ...indexModel(named), searchText: vehicleText(named), updatedAt: now() })
    .where(eq(vehicles.id, id))
    .run();
}

/** New photos and captions, after review. A vehicle without a cover gets its first photo. Inside a transaction. */
export function publishHeldPhotos(kind: "vehicle" | "entry", id: number): void {
  db()
    .update(photos)
    .set({ caption: sql`${photos.heldCaption}`, heldCaption: null })
    .where(and(photosOf(kind, id), isNotNull(photos.heldCaption)))
    .run();
  for (const reason of ["refused", "hold"] as const) markHeldPhotos(kind, id, reason, false);
  const first = kind === "vehicle" && listPhotoRows([id]).find(({ hidden }) => !isHiddenItself(hidden));
  if (!first) return;
  db()
    .update(vehicles)
    .set({ coverPhoto: first.photo })
    .where(and(eq(vehicles.id, id), isNull(vehicles.coverPhoto)))
    .run();
}
