import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PlacedNear } from "~/features/places/components/placed-near";
import type { Paged } from "~/lib/paging";
import { formatCount } from "~/lib/text";
import { formatTime, toIso } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { EmptyState, Prose, Section } from "~/ui/layout/page";
import { LinkedText } from "~/ui/linked-text";
import { Photo } from "~/ui/photo";
import { EVENT_MESSAGES, pendingAnchor } from "../limits";
import type { ChangeView, PendingEventView } from "../queries.server";
import { RepeatText, ScopeText } from "../series/components/more-dates";
import { formatSpan } from "../time/format";
import { CategoryArt } from "./category-art";
import { DecisionLinks } from "./decision-links";
import { EventFacts, SubmitterName } from "./event-facts";

/** @param desk path of the staff page */
export function PendingEventsSection({ pending, desk }: { pending: Paged<PendingEventView>; desk: string }) {
  const { rows, total } = pending;
  return (
    <Section
      id="pending-events"
      title={total > 0 ? `Pending events (${formatCount(total)})` : "Pending events"}
      more={total > rows.length ? { to: `${desk}/events`, label: "See all pending events" } : undefined}
    >
      <PendingEvents events={rows} returnTo={desk} />
    </Section>
  );
}

export function PendingEvents({ events, returnTo }: { events: PendingEventView[]; returnTo: string }) {
  if (events.length === 0) {
    return (
      <EmptyState title="Nothing to review.">
        Events that members submit, and their changes to live ones, wait here for your decision.
      </EmptyState>
    );
  }
  return (
    <ul className="space-y-6">
      {events.map((event, index) => (
        <li key={event.id} id={pendingAnchor(event.id)} className="scroll-mt-24">
          <PendingEvent event={event} returnTo={`${returnTo}${toNext(events, index)}`} />
        </li>
      ))}
    </ul>
  );
}

/** Anchor of the next event in the list. */
function toNext(events: PendingEventView[], at: number): string {
  const next = events[at + 1] ?? events[at - 1];
  return next ? `#${pendingAnchor(next.id)}` : "";
}

function PendingEvent({ event, returnTo }: { event: PendingEventView; returnTo: string }) {
  const { id, title, submitter, createdAt, change } = event;
  return (
    <article className="rounded-lg border border-line bg-surface p-5 md:p-6">
      {change === null ? null : <span className="text-grey">Change to a live event</span>}
      <h3 className="mt-2 text-lg first:mt-0">
        <Link to={`/events/${id}`} className="hover:underline">
          <bdi>{title}</bdi>
        </Link>
      </h3>
      <p className="mt-1">{formatSpan(event)}</p>
      {change === null ? <RepeatText repeat={event.repeat} /> : null}
      <p className="mt-1 text-sm text-grey">
        Submitted by <SubmitterName submitter={submitter} />,{" "}
        <time dateTime={toIso(createdAt)}>{formatTime(createdAt)}</time>
      </p>
      {change === null ? (
        <WholeEvent event={event} />
      ) : (
        <div className="mt-5">
          <ScopeText scope={change.scope} />
          <BeforeAndAfter {...change} />
        </div>
      )}
      <div className="mt-6">
        {event.viewerCanDecide ? (
          <DecisionLinks event={{ ...event, changes: change !== null }} returnTo={returnTo} />
        ) : (
          <p>Another moderator has to decide this.</p>
        )}
      </div>
    </article>
  );
}

function WholeEvent({ event }: { event: PendingEventView }) {
  const { title, category, image, shortDescription, fullDescription, placement } = event;
  return (
    <div className="mt-5 grid gap-x-8 gap-y-5 md:grid-cols-[16rem_minmax(0,1fr)]">
      <div>
        {image === null ? (
          <CategoryArt category={category} />
        ) : (
          <Photo kind="photos" name={image} alt={`Photo of ${title}`} className="aspect-3/2" sizes="16rem" contain />
        )}
        <div className="mt-4">
          <EventFacts event={event} />
          <div className="mt-3">
            <PlacedNear placement={placement} />
          </div>
        </div>
      </div>
      <div className="min-w-0">
        <p dir="auto" className="max-w-measure">
          <LinkedText text={shortDescription} />
        </p>
        <FullDescription text={fullDescription} />
      </div>
    </div>
  );
}

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
      <summary className="inline-flex min-h-11 items-center underline">Full description</summary>
      <Prose text={text} />
    </details>
  );
}

type Change = NonNullable<ChangeView>;
type Part = Change["parts"][number];

/** @param own whether the viewer is the author */
export function ChangeChip({ status, own }: Pick<Change, "status"> & { own: boolean }) {
  if (status === "pending")
    return <Chip tone="waiting">{own ? EVENT_MESSAGES.changeWaits : "Change pending review"}</Chip>;
  return <Chip tone="over">{own ? EVENT_MESSAGES.changeRefused : "Change rejected"}</Chip>;
}

const LABELS: Record<Part["field"], string> = {
  title: "Title",
  when: "When",
  location: "Where",
  category: "Category",
  url: "Link",
  shortDescription: "Short description",
  fullDescription: "Full description",
  image: "Photo",
};

export function BeforeAndAfter({ parts }: Pick<Change, "parts">) {
  if (parts.length === 0) return <p className="text-grey">The event already has these details.</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {parts.map(({ field, before, after }) => (
        <li key={field} className="py-4">
          <p className="mb-2 font-semibold">{LABELS[field]}</p>
          <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
            <Side label="Before">
              <Value field={field} value={before} />
            </Side>
            <Side label="After">
              <Value field={field} value={after} />
            </Side>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-grey">{label}</dt>
      <dd dir="auto" className="break-words">
        {children}
      </dd>
    </div>
  );
}

function Value({ field, value }: { field: Part["field"]; value: string | null }) {
  if (value === null || value === "") return <span className="text-grey">None</span>;
  if (field === "fullDescription") return <Prose text={value} />;
  if (field === "image") {
    return <Photo kind="photos" name={value} alt="" sizes="16rem" contain className="mt-1 aspect-3/2 max-w-64" />;
  }
  if (field !== "url") return <>{value}</>;
  return (
    <a href={value} rel="nofollow noopener ugc" className="link break-all">
      {value}
    </a>
  );
}
