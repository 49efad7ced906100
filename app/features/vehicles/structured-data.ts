import { imageAddress } from "~/lib/image-url";
import { type NamedVehicle, vehicleName } from "./name";

interface Described extends NamedVehicle {
  description: string;
  coverPhoto: string | null;
}

/** A vehicle in the words of schema.org; `address` is its page's. */
export function vehicleData(vehicle: Described, origin: string, address: string) {
  const { year, make, model, description, coverPhoto } = vehicle;
  return {
    "@type": "Vehicle",
    name: vehicleName(vehicle),
    url: address,
    brand: { "@type": "Brand", name: make },
    model,
    vehicleModelDate: String(year),
    ...(coverPhoto ? { image: imageAddress("photos", coverPhoto, origin) } : {}),
    ...(description ? { description: description.slice(0, 500) } : {}),
  };
}
