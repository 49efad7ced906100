import { imageAddress } from "~/lib/image-url";
import { beginningOf } from "~/lib/text";
import { type NamedVehicle, vehicleName } from "./name";
import type { SpecRow } from "./specs";
import { specsData } from "./structured-specs";

interface Described extends NamedVehicle {
  description: string;
  coverPhoto: string | null;
  isMotorcycle: boolean;
  specs: readonly SpecRow[];
}

/** A vehicle in the words of schema.org; `address` is its page's. */
export function vehicleData(vehicle: Described, origin: string, address: string) {
  const { year, make, model, description, coverPhoto, isMotorcycle, specs } = vehicle;
  return {
    "@type": isMotorcycle ? "Motorcycle" : "Car",
    name: vehicleName(vehicle),
    url: address,
    brand: { "@type": "Brand", name: make },
    model,
    vehicleModelDate: String(year),
    ...(coverPhoto ? { image: imageAddress("photos", coverPhoto, origin) } : {}),
    ...(description ? { description: beginningOf(description, 500) } : {}),
    ...specsData(specs),
  };
}
