import { Link } from "@remix-run/react";
import { cutText } from "~/lib/text";
import { Chip } from "~/ui/chip";
import { Fact } from "~/ui/facts";
import { Plate } from "~/ui/layout/page";
import { LinkedText } from "~/ui/linked-text";
import { EVENT_STATUSES, type EventStatus } from "../limits";
import type { EventPageView, SubmissionView } from "../queries.server";
import { formatSpan, plateDate } from "../time/format";
import { isAllDay } from "../time/wall-clock";

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

interface EventHeadingProps {
  event: Pick<
    EventPageView,
    "title" | "startDate" | "endDate" | "location" | "shortDescription" | "cancelled" | "cancelReason"
  >;
  /** Surrounding map; null without a position. */
  mapTo: string | null;
  className?: string;
}

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
      <h1 dir="auto" className="mt-3">
        {title}
      </h1>
      <p className="mt-2 text-lg">
        {formatSpan(event)}
        {isAllDay(startDate) ? null : <span className="text-base text-grey"> (local time)</span>}
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

const TONES = { pending: "live", approved: "done", rejected: "quiet", hidden: "quiet" } as const;

export function EventStatusChip({ status }: { status: EventStatus }) {
  return <Chip tone={TONES[status]}>{EVENT_STATUSES[status]}</Chip>;
}

export function CancelledBadge() {
  return <Chip tone="live">Cancelled</Chip>;
}

function CancelledNote({ reason }: { reason: string | null }) {
  return (
    <div className="mt-4 max-w-measure rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3">
      <p className="font-semibold">This event has been cancelled.</p>
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
