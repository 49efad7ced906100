import { Link } from "@remix-run/react";
import { sentence } from "~/lib/text";
import { Section } from "~/ui/page";
import type { UnplacedEvents as Unplaced } from "../list.server";
import { EventDate } from "./event-card";

interface UnplacedEventsProps {
  unplaced: Unplaced;
  /** "somewhere in England, GB, or elsewhere in the country" */
  somewhere: string;
  /** The list of all of them. */
  all: string;
}

/** Below a list near a place: the first of what may be near, because it is known by its region or country only. */
export function UnplacedEvents({ unplaced: { rows, more }, somewhere, all }: UnplacedEventsProps) {
  if (rows.length === 0) return null;
  return (
    <Section id="unplaced" title="Without a map position" more={more ? { to: all, label: "All of them" } : undefined}>
      <p className="-mt-3 text-grey">{sentence(somewhere)}</p>
      <ul className="max-w-measure divide-y divide-line">
        {rows.map((event) => (
          <li key={event.id} className="py-3">
            <EventDate event={event} />
            <h3 className="text-base">
              <Link
                to={`/events/${event.id}`}
                prefetch="intent"
                className="inline-flex min-h-11 items-center py-1 hover:underline"
              >
                {event.title}
              </Link>
            </h3>
            <p className="text-sm text-grey">
              {event.location} · {event.category}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
