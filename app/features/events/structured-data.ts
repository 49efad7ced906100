import { imageAddress } from "~/lib/image-url";
import type { Published } from "./change";

type EventDescription = Omit<Published, "category" | "url" | "fullDescription"> & { cancelled: boolean };

/** schema.org data. Times are local, without an offset; `address` is the page's URL. */
export function eventData(event: EventDescription, origin: string, address: string) {
  const { title, startDate, endDate, location, shortDescription, image } = event;
  return {
    "@type": "Event",
    name: title,
    url: address,
    startDate,
    endDate,
    eventStatus: `https://schema.org/${event.cancelled ? "EventCancelled" : "EventScheduled"}`,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: location, address: location },
    description: shortDescription,
    ...(image ? { image: imageAddress("photos", image, origin) } : {}),
  };
}
