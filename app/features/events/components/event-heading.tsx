import { Link } from "@remix-run/react";
import { Plate } from "~/ui/page";
import type { EventPageView } from "../queries.server";
import { fullWhen, plateDate } from "../time/format";
import { isAllDay } from "../time/wall-clock";
import { CancelledBadge, CancelledNote } from "./event-status";

interface EventHeadingProps {
  event: Pick<
    EventPageView,
    "title" | "startDate" | "endDate" | "location" | "shortDescription" | "cancelled" | "cancelReason"
  >;
  /** Address of the map around it; null where it has no position. */
  mapTo: string | null;
  className?: string;
}

/** What an event is, when and where, in one look. */
export function EventHeading({ event, mapTo, className = "" }: EventHeadingProps) {
  const { title, startDate, location, shortDescription, cancelled, cancelReason } = event;
  return (
    <div className={`min-w-0 ${className}`}>
      <span className="flex flex-wrap items-center gap-2">
        <Plate>
          <time dateTime={startDate}>{plateDate(event)}</time>
        </Plate>
        {cancelled ? <CancelledBadge /> : null}
      </span>
      <h1 className="mt-3">{title}</h1>
      <p className="mt-2 text-lg">
        {fullWhen(event)}
        {isAllDay(startDate) ? null : <span className="text-base text-grey"> (local time)</span>}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 text-lg">
        <span className="min-w-0 break-words">{location}</span>
        {mapTo === null ? null : (
          <Link to={mapTo} className="link inline-flex min-h-11 items-center text-base">
            Show on a map
          </Link>
        )}
      </p>
      <p className="mt-2 max-w-measure text-grey">{shortDescription}</p>
      {cancelled ? <CancelledNote reason={cancelReason} /> : null}
    </div>
  );
}
