import { Link } from "@remix-run/react";
import { PlacedNear } from "~/features/places/components/placed-near";
import { formatTime, toIso } from "~/lib/time";
import { EmptyState, Plate, Prose } from "~/ui/page";
import { Photo } from "~/ui/photo";
import { pendingAnchor } from "../limits";
import type { PendingEventView } from "../queries.server";
import { fullWhen, plateDate } from "../time/format";
import { DecisionLinks } from "./decision-links";
import { EventFacts, SubmitterName } from "./event-facts";

interface PendingEventsProps {
  events: PendingEventView[];
  /** The page to return to after a decision. */
  returnTo: string;
}

/** The pending events, each with everything that is needed to decide. */
export function PendingEvents({ events, returnTo }: PendingEventsProps) {
  if (events.length === 0) {
    return <EmptyState title="Nothing to review">Events that members submit wait here for your decision.</EmptyState>;
  }
  return (
    <ul className="space-y-6">
      {events.map((event, at) => (
        <li key={event.id} id={pendingAnchor(event.id)} className="scroll-mt-24">
          <PendingEvent event={event} returnTo={`${returnTo}${toNext(events, at)}`} />
        </li>
      ))}
    </ul>
  );
}

/** Where an admin goes on after deciding: at the next one of the list. */
function toNext(events: PendingEventView[], at: number): string {
  const next = events[at + 1] ?? events[at - 1];
  return next ? `#${pendingAnchor(next.id)}` : "";
}

function PendingEvent({ event, returnTo }: { event: PendingEventView; returnTo: string }) {
  const { id, title, image, shortDescription, fullDescription, submitter, placing, createdAt } = event;
  return (
    <article className="rounded-lg border border-line bg-surface p-5 md:p-6">
      <Plate>{plateDate(event)}</Plate>
      <h3 className="mt-2 text-lg">
        <Link to={`/events/${id}`} className="hover:underline">
          {title}
        </Link>
      </h3>
      <p className="mt-1">{fullWhen(event)}</p>
      <p className="mt-1 text-sm text-grey">
        Submitted by <SubmitterName submitter={submitter} />,{" "}
        <time dateTime={toIso(createdAt)}>{formatTime(createdAt)}</time>
      </p>
      <div className="mt-5 grid gap-x-8 gap-y-5 md:grid-cols-[16rem_minmax(0,1fr)]">
        <div>
          {image === null ? (
            <p className="rounded-md bg-sunk px-4 py-3 text-sm text-grey">No picture</p>
          ) : (
            <Photo
              kind="photos"
              name={image}
              alt={`Picture of ${title}`}
              className="aspect-3/2"
              sizes="16rem"
              contain
            />
          )}
          <div className="mt-4">
            <EventFacts event={event} />
            <div className="mt-3">
              <PlacedNear placing={placing} />
            </div>
          </div>
        </div>
        <div className="min-w-0">
          <p className="max-w-measure font-semibold">{shortDescription}</p>
          <FullDescription text={fullDescription} />
          <div className="mt-6">
            <DecisionLinks event={event} returnTo={returnTo} />
          </div>
        </div>
      </div>
    </article>
  );
}

/** Collapsed where it is long. */
function FullDescription({ text }: { text: string }) {
  if (text === "") return null;
  if (text.length < 600) {
    return (
      <div className="mt-3">
        <Prose text={text} />
      </div>
    );
  }
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 items-center font-semibold underline">Full description</summary>
      <Prose text={text} />
    </details>
  );
}
