import { Link } from "@remix-run/react";
import { Plate } from "~/ui/page";
import { CARD_SIZES, Photo } from "~/ui/photo";
import type { EventCardView } from "../list.server";
import { clockText, plateDate } from "../time/format";

/** The date of an event as a plate, and its hours beside it. */
export function EventDate({ event }: { event: Pick<EventCardView, "startDate" | "endDate"> }) {
  const clock = clockText(event);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Plate>
        <time dateTime={event.startDate}>{plateDate(event)}</time>
      </Plate>
      {clock === "" ? null : <span className="text-sm tabular-nums">{clock}</span>}
    </span>
  );
}

/** An event in a grid. One link covers the card. */
export function EventCard({ event, priority = false }: { event: EventCardView; priority?: boolean }) {
  const { id, title, location, category, image } = event;
  return (
    <article className="card">
      {image === null ? (
        <NoPicture category={category} />
      ) : (
        <Photo
          kind="photos"
          name={image}
          alt=""
          view="card"
          sizes={CARD_SIZES}
          priority={priority}
          className="aspect-3/2"
        />
      )}
      <div className="mt-3">
        <EventDate event={event} />
      </div>
      <h3 className="mt-2">
        <Link to={`/events/${id}`} prefetch="intent" className="card-link">
          {title}
        </Link>
      </h3>
      <p className="mt-1 text-sm text-grey">
        {location} · {category}
      </p>
    </article>
  );
}

/** Placeholder for a missing picture: the category. */
function NoPicture({ category }: { category: string }) {
  return (
    <span
      aria-hidden="true"
      className="flex aspect-3/2 items-end rounded-md border border-line bg-sunk p-4 text-xl font-extrabold tracking-tight text-grey"
    >
      {category}
    </span>
  );
}
