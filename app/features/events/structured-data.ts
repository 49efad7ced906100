import { imageAddress } from "~/lib/image-url";

interface Described {
  title: string;
  startDate: string;
  endDate: string;
  location: string;
  shortDescription: string;
  image: string | null;
}

/** An event in the words of schema.org, its times as the clock at the venue shows them; `address` is its page's. */
export function eventData(event: Described, origin: string, address: string) {
  const { title, startDate, endDate, location, shortDescription, image } = event;
  return {
    "@type": "Event",
    name: title,
    url: address,
    startDate,
    endDate,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: location, address: location },
    description: shortDescription,
    ...(image ? { image: imageAddress("photos", image, origin) } : {}),
  };
}
