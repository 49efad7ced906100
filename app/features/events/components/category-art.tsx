import auction from "../art/auction.svg?url";
import carsAndCoffee from "../art/cars-and-coffee.svg?url";
import clubMeetup from "../art/club-meetup.svg?url";
import concours from "../art/concours.svg?url";
import museumExhibit from "../art/museum-exhibit.svg?url";
import other from "../art/other.svg?url";
import show from "../art/show.svg?url";
import trackDay from "../art/track-day.svg?url";
import type { EventCategory } from "../limits";

const ART: Record<EventCategory, string> = {
  "Car/Truck/Bike Show": show,
  "Cars & Coffee": carsAndCoffee,
  "Track Day": trackDay,
  Concours: concours,
  Auction: auction,
  "Club Meetup": clubMeetup,
  "Museum Exhibit": museumExhibit,
  Other: other,
};

interface CategoryArtProps {
  category: string;
  className?: string;
  /** At the top of a page, and printed. */
  eager?: boolean;
}

/** A drawing for an event without a picture. */
export function CategoryArt({ category, className = "", eager = false }: CategoryArtProps) {
  return (
    <span className={`photo-frame ${className || "aspect-3/2"}`}>
      <img
        src={ART[category as EventCategory]}
        width={600}
        height={400}
        alt=""
        loading={eager ? undefined : "lazy"}
        decoding="async"
      />
    </span>
  );
}
