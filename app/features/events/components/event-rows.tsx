import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { EventSlotView } from "../list.server";
import { EventDate } from "./event-card";

/** A plain list of events on another thing's page. @param line the line below the title, of each event */
export function EventRows<E extends EventSlotView>({
  events,
  line,
}: {
  events: readonly E[];
  line: (event: E) => ReactNode;
}) {
  return (
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
          <p className="-mt-1 text-sm text-grey">{line(event)}</p>
        </li>
      ))}
    </ul>
  );
}
