import { type NamedVehicle, vehicleName } from "~/features/vehicles/name";
import { imageAddress } from "~/lib/image-url";
import { cutText } from "~/lib/text";

interface Described {
  title: string;
  text: string;
  date: string;
  photos: { photo: string }[];
}

/** schema.org data; `address` is the page's URL. */
export function entryData(entry: Described, vehicle: NamedVehicle & { id: number }, origin: string, address: string) {
  const { title, text, date, photos } = entry;
  return {
    "@type": "Article",
    headline: title,
    url: address,
    datePublished: date,
    about: { "@type": "Vehicle", name: vehicleName(vehicle), url: `${origin}/vehicles/${vehicle.id}` },
    ...(photos.length > 0 ? { image: photos.map(({ photo }) => imageAddress("photos", photo, origin)) } : {}),
    ...(text ? { description: cutText(text, 500) } : {}),
  };
}
