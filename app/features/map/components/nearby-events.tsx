import { Link } from "@remix-run/react";
import { EventDate } from "~/features/events/components/event-card";
import { Section } from "~/ui/page";
import { mapAddress } from "../address";
import { distanceText, townName } from "../format";
import type { NearbyView } from "../nearby.server";

/** The soonest events near a garage or an event, and the way to the map; nothing where there are none. */
export function NearbyEvents({ nearby }: { nearby: NearbyView | null }) {
  if (nearby === null) return null;
  const { place, events } = nearby;
  const town = townName(place);
  return (
    <Section
      id="nearby"
      title={`Events near ${town}`}
      more={{ to: mapAddress({ place }), label: `Everything near ${town}` }}
    >
      <ul className="-mt-3 max-w-measure divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="py-3">
            <EventDate event={event} />
            <h3 className="text-base">
              <Link
                to={`/events/${event.id}`}
                prefetch="intent"
                className="inline-flex min-h-11 items-center hover:underline"
              >
                {event.title}
              </Link>
            </h3>
            <p className="-mt-1 text-sm text-grey">{distanceText(event.km, place, "")}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
