import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { garages } from "~/db/schema";
import { replaceLocation } from "~/features/places/placement.server";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";

/** For review. `isPublicAddress` belongs to the address, as "true" or "". */
export interface GarageTexts extends Record<string, string> {
  name: string;
  description: string;
  location: string;
  address: string;
  isPublicAddress: string;
}

/** A new location is geocoded. Inside a transaction. */
export function writeGarageTexts(id: number, texts: GarageTexts): void {
  const { name, description, location, address, isPublicAddress } = texts;
  const before = db().select({ placeText: garages.placeText }).from(garages).where(eq(garages.id, id)).get();
  db()
    .update(garages)
    .set({
      name,
      nameFolded: fold(name),
      description,
      location,
      ...replaceLocation(location, before?.placeText ?? null),
      isPublicAddress: isPublicAddress !== "",
      address: isPublicAddress === "" ? null : address,
      updatedAt: now(),
    })
    .where(eq(garages.id, id))
    .run();
}

export const garageTexts = (row: {
  name: string;
  description: string;
  location: string;
  address: string | null;
  isPublicAddress: boolean;
}) => ({
  name: row.name,
  description: row.description,
  location: row.location,
  address: row.address ?? "",
  isPublicAddress: row.isPublicAddress ? "true" : "",
});
