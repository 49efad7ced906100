import { imageAddress } from "~/lib/image-url";
import { vehicleName } from "~/lib/names";

interface Described {
  year: number;
  make: string;
  model: string;
  description: string;
  coverPhoto: string | null;
}

/** A vehicle in the words of schema.org; `address` is its page's. */
export function vehicleData(
  { year, make, model, description, coverPhoto }: Described,
  origin: string,
  address: string,
) {
  return {
    "@type": "Vehicle",
    name: vehicleName({ year, make, model }),
    url: address,
    brand: { "@type": "Brand", name: make },
    model,
    vehicleModelDate: String(year),
    ...(coverPhoto ? { image: imageAddress("photos", coverPhoto, origin) } : {}),
    ...(description ? { description: description.slice(0, 500) } : {}),
  };
}
