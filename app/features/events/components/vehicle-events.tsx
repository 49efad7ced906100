import { Link } from "@remix-run/react";
import { Section } from "~/ui/page";
import type { VehicleEventView } from "../attendance/queries.server";
import { EventDate } from "./event-card";

/** The events that a vehicle is brought to; nothing where there are none. */
export function VehicleEvents({ events }: { events: VehicleEventView[] }) {
  if (events.length === 0) return null;
  return (
    <Section id="where-to-see-it" title="Where to see it">
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
            <p className="-mt-1 text-sm text-grey">{event.location}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
