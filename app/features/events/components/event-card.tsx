import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatCount, plural } from "~/lib/text";

import { NoBreakText } from "~/ui/linked-text";
import { CardPhoto, WIDE_CARD_SIZES } from "~/ui/photo";
import type { EventCardView } from "../list.server";
import type { EventSlotView } from "../rows.server";
import { clockText, shortDate } from "../time/format";
import { CategoryArt } from "./category-art";
import { CancelledBadge, DateBlock } from "./event-facts";

type DatedEvent = Pick<EventCardView, "startDate" | "endDate" | "cancelled"> & { moreDates?: number };

/** "3 Jan 2027, 09:00 to 12:00 and 11 more dates"; a cancelled event's date is struck through. */
export function EventDate({ event }: { event: DatedEvent }) {
  const clock = clockText(event);
  const date = <time dateTime={event.startDate}>{shortDate(event)}</time>;
  if (event.cancelled) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-grey tabular-nums">
        <s>{date}</s> <CancelledBadge />
      </span>
    );
  }
  return (
    <span className="text-sm tabular-nums">
      {date}
      {clock === "" ? null : `, ${clock.startsWith("From") || clock === "All day" ? clock.toLowerCase() : clock}`}
      {event.moreDates ? <span className="text-grey"> + {plural(event.moreDates, "date")}</span> : null}
    </span>
  );
}

/** On phones a row with a small picture. */
const EVENT_SIZES = `${WIDE_CARD_SIZES}, 6.5rem`;

export function EventCard({ event, priority = false }: { event: EventCardView; priority?: boolean }) {
  const { id, title, location, category, image, attendanceCount, isOver, cancelled } = event;
  return (
    <article className="card event-card">
      <div className="event-card-picture">
        {image === null ? (
          <CategoryArt category={category} />
        ) : (
          <CardPhoto name={image} sizes={EVENT_SIZES} priority={priority} />
        )}
        <DateBlock event={event} />
      </div>
      <div className="event-card-text">
        <h3>
          <Link to={`/events/${id}`} prefetch="intent" className="card-link">
            <NoBreakText text={title} />
          </Link>
        </h3>
        <EventDate event={isOver ? { ...event, moreDates: 0 } : event} />
        <p className="flex text-sm whitespace-nowrap text-grey">
          <span className="truncate">
            <bdi>{location}</bdi>
          </span>
          {attendanceCount === 0 || cancelled ? null : (
            <span className="whitespace-pre">
              {" · "}
              {formatCount(attendanceCount)} {isOver ? "went" : "going"}
            </span>
          )}
        </p>
      </div>
    </article>
  );
}

/** @param line text below each title */
export function EventRows<E extends EventSlotView>({
  events,
  line,
}: {
  events: readonly E[];
  line: (event: E) => ReactNode;
}) {
  return (
    <ul className="max-w-measure divide-y divide-line">
      {events.map((event) => (
        <li key={event.id} className="card flex items-start gap-4 py-3 first:pt-0">
          <DateBlock event={event} />
          <div className="grid min-w-0 gap-0.5">
            <h3 className="text-base">
              <Link to={`/events/${event.id}`} prefetch="intent" className="card-link">
                <bdi>{event.title}</bdi>
              </Link>
            </h3>
            <EventDate event={event} />
            <p className="text-sm text-grey">{line(event)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
