import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatCount } from "~/lib/text";
import { Plate } from "~/ui/layout/page";
import { NoBreakText } from "~/ui/linked-text";
import { CardPhoto, WIDE_CARD_SIZES } from "~/ui/photo";
import type { EventCardView } from "../list.server";
import type { EventSlotView } from "../rows.server";
import { clockText, plateDate } from "../time/format";
import { CancelledBadge } from "./event-facts";

export function EventDate({ event }: { event: Pick<EventCardView, "startDate" | "endDate" | "cancelled"> }) {
  const clock = clockText(event);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Plate>
        <time dateTime={event.startDate}>{plateDate(event)}</time>
      </Plate>
      {event.cancelled ? (
        <CancelledBadge />
      ) : clock === "" ? null : (
        <span className="text-sm tabular-nums">{clock}</span>
      )}
    </span>
  );
}

/** On phones a row with a small picture. */
const EVENT_SIZES = `${WIDE_CARD_SIZES}, 6.5rem`;

export function EventCard({ event, priority = false }: { event: EventCardView; priority?: boolean }) {
  const { id, title, location, category, image, attendanceCount, isOver, cancelled } = event;
  return (
    <article className="card event-card">
      {image === null ? (
        <NoPicture category={category} />
      ) : (
        <CardPhoto name={image} sizes={EVENT_SIZES} priority={priority} />
      )}
      <div className="event-card-text">
        <EventDate event={event} />
        <h3>
          <Link to={`/events/${id}`} prefetch="intent" className="card-link">
            <NoBreakText text={title} />
          </Link>
        </h3>
        <div className="text-sm text-grey">
          <p>
            <bdi>{location}</bdi>
          </p>
          <p>
            {category}
            {attendanceCount === 0 || cancelled ? null : (
              <>
                {" · "}
                <span className="font-bold whitespace-nowrap text-ink">
                  {formatCount(attendanceCount)} {isOver ? "went" : "going"}
                </span>
              </>
            )}
          </p>
        </div>
      </div>
    </article>
  );
}

function NoPicture({ category }: { category: string }) {
  return (
    <span
      aria-hidden="true"
      className="flex aspect-3/2 items-end rounded-md border border-line bg-sunk p-4 text-xl font-extrabold tracking-tight text-grey max-sm:p-2 max-sm:text-sm"
    >
      {/* Allows breaks after a slash in a narrow row. */}
      {category.replaceAll("/", "/\u200b")}
    </span>
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
              <bdi>{event.title}</bdi>
            </Link>
          </h3>
          <p className="-mt-1 text-sm text-grey">{line(event)}</p>
        </li>
      ))}
    </ul>
  );
}
