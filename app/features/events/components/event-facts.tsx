import { Link } from "@remix-run/react";
import { cutText, plural } from "~/lib/text";
import { Chip } from "~/ui/chip";
import { Fact } from "~/ui/facts";
import { LinkedText } from "~/ui/linked-text";
import { Photo } from "~/ui/photo";
import { EVENT_STATUSES, type EventStatus } from "../limits";
import type { EventPageView, SubmissionView } from "../queries.server";
import { blockDate, formatSpan } from "../time/format";
import { isAllDay } from "../time/wall-clock";
import { CategoryArt } from "./category-art";

interface EventFactsView {
  /** Missing if shown elsewhere. */
  location?: string;
  category: string;
  url: string | null;
}

/** The organiser's link is marked as user-generated content. */
export function EventFacts({ event: { location, category, url } }: { event: EventFactsView }) {
  return (
    <dl className="space-y-3">
      {location === undefined ? null : <Fact label="Where">{location}</Fact>}
      <Fact label="Category">{category}</Fact>
      {url === null ? null : (
        <Fact label="Link">
          <a href={url} rel="nofollow noopener ugc" className="link inline-flex min-h-11 items-center break-all">
            {shortAddress(url)}
          </a>
        </Fact>
      )}
    </dl>
  );
}

function shortAddress(url: string): string {
  const bare = url.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
  return cutText(bare, 60);
}

export function SubmitterName({ submitter: { id, name } }: { submitter: SubmissionView["submitter"] }) {
  if (id === null) return <bdi>{name}</bdi>;
  return (
    <Link to={`/profile/${id}`} className="link">
      <bdi>{name}</bdi>
    </Link>
  );
}

/** A leaf of a calendar. For the eye only: the text beside it has the date. */
export function DateBlock({ event }: { event: Pick<EventPageView, "startDate" | "cancelled"> }) {
  const { month, day } = blockDate(event.startDate);
  return (
    <span aria-hidden="true" className={event.cancelled ? "date-block is-cancelled" : "date-block"}>
      <span>{month}</span>
      <span>{day}</span>
    </span>
  );
}

interface EventHeadingProps {
  event: Pick<
    EventPageView,
    | "title"
    | "startDate"
    | "endDate"
    | "location"
    | "shortDescription"
    | "cancelled"
    | "cancelReason"
    | "image"
    | "category"
    | "moreDates"
  >;
  /** Surrounding map; null without a position. */
  mapTo: string | null;
}

export function EventHeading({ event, mapTo }: EventHeadingProps) {
  const { title, startDate, location, shortDescription, cancelled, cancelReason, image, category, moreDates } = event;
  return (
    <div className="min-w-0">
      {image === null ? (
        <CategoryArt category={category} className="event-picture" eager />
      ) : (
        <Photo
          kind="photos"
          name={image}
          alt={`Photo of ${title}`}
          view="full"
          sizes="(min-width: 77rem) 52rem, (min-width: 64rem) 66vw, 100vw"
          priority
          contain
          className="event-picture"
        />
      )}
      <div className="flex items-start gap-4">
        <DateBlock event={event} />
        <h1 dir="auto" className="min-w-0">
          {title}
        </h1>
      </div>
      {cancelled ? (
        <p className="mt-3">
          <CancelledBadge />
        </p>
      ) : null}
      <p className="mt-3 text-lg">
        <time dateTime={startDate}>{formatSpan(event)}</time>
        {isAllDay(startDate) ? null : <span className="text-base text-grey"> (local time)</span>}
        {moreDates === 0 ? null : (
          <a href="#more-dates" className="link ml-2 inline-block text-base">
            and {plural(moreDates, "more date")}
          </a>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 text-lg">
        <bdi className="min-w-0">{location}</bdi>
        {mapTo === null ? null : (
          <Link to={mapTo} className="link inline-flex min-h-11 items-center text-base">
            Show on a map
          </Link>
        )}
      </p>
      <p dir="auto" className="mt-2 max-w-measure text-grey">
        <LinkedText text={shortDescription} />
      </p>
      {cancelled ? <CancelledNote reason={cancelReason} /> : null}
    </div>
  );
}

const TONES = { pending: "waiting", approved: "done", rejected: "over", hidden: "over" } as const;

export function EventStatusChip({ status }: { status: EventStatus }) {
  return <Chip tone={TONES[status]}>{EVENT_STATUSES[status]}</Chip>;
}

export function CancelledBadge() {
  return <Chip tone="over">Cancelled</Chip>;
}

function CancelledNote({ reason }: { reason: string | null }) {
  return (
    <div className="mt-4 max-w-measure rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3">
      <p>This event has been cancelled.</p>
      {reason === null ? null : (
        <p dir="auto" className="mt-1 whitespace-pre-line">
          {reason}
        </p>
      )}
    </div>
  );
}

export function RejectionReason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <div className="border-l-4 border-danger pl-3">
      <p className="text-sm text-grey">Reason</p>
      <p dir="auto" className="whitespace-pre-line">
        {reason}
      </p>
    </div>
  );
}
