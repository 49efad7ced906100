import type { MetaFunction, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { Viewer } from "~/features/accounts/policy";
import { attendEvent, leaveEvent } from "~/features/events/attendance/commands.server";
import { OwnAttendance } from "~/features/events/attendance/components/attendance";
import { LineUp } from "~/features/events/attendance/components/line-up";
import { ATTENDANCE_MESSAGES } from "~/features/events/attendance/limits";
import { getAttendance } from "~/features/events/attendance/queries.server";
import { attendanceInput } from "~/features/events/attendance/schema.server";
import { AddToCalendar, EVENTS_FEED } from "~/features/events/components/calendar-links";
import { CancelLink } from "~/features/events/components/cancel-link";
import { DecisionLinks } from "~/features/events/components/decision-links";
import { EventFacts, SubmitterName } from "~/features/events/components/event-facts";
import { EventHeading } from "~/features/events/components/event-heading";
import { EventStatusChip, RejectionReason } from "~/features/events/components/event-status";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { type EventPageView, getEventPage } from "~/features/events/queries.server";
import { eventData } from "~/features/events/structured-data";
import { plateDate } from "~/features/events/time/format";
import { mapAddressOf } from "~/features/map/address";
import { NearbyEvents } from "~/features/map/components/nearby-events";
import { listNearbyEvents } from "~/features/map/nearby.server";
import { PlacedNear } from "~/features/places/components/placed-near";
import { ReportLink } from "~/features/social/components/report-link";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { getViewer, requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { ButtonLink } from "~/ui/button";
import { ArrowLeftIcon } from "~/ui/icons";
import { keepTyped } from "~/ui/keep-typed";
import { Page, Prose, Section } from "~/ui/page";
import { PHONE_WIDTH, Photo } from "~/ui/photo";
import { Share } from "~/ui/share";
import { shareMeta } from "~/ui/share-meta";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [{ title: "Event not found · Paddock" }];
  return shareMeta(page, {
    title: data.title,
    description: `${data.cancelled ? "Cancelled. " : ""}${plateDate(data)}, ${data.location}. ${data.shortDescription}`,
    image: data.image,
    type: "article",
    keep: { page: "1" },
    feed: EVENTS_FEED,
    about: (origin, address) => eventData(data, origin, address),
  });
};

const PEOPLE_A_PAGE = 24;

export const loader = pageLoader(async ({ request, params }) => {
  const id = requireId(params.eventId, EVENT_NOT_FOUND);
  const viewer = await getViewer(request);
  const { place, ...event } = getEventPage(id, viewer);
  const page = parsePage(new URL(request.url).searchParams, PEOPLE_A_PAGE);
  const attendance = event.live ? getAttendance(event, viewer, page) : null;
  return {
    ...event,
    attendance,
    nearby: listNearbyEvents(place, { except: id }),
    mapTo: mapAddressOf(place),
  };
}, EVENT_NOT_FOUND);

/** Joining (intent `attend`) and leaving (`leave`). */
export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "attendance",
  failed: ATTENDANCE_MESSAGES.failed,
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.eventId, EVENT_NOT_FOUND);
    const { values } = await readForm(request);
    const done = values.intent === "leave" ? leave(viewer, id) : attend(viewer, id, values);
    return redirectWithToast(`/events/${id}`, done);
  },
});

export const clientAction = keepTyped(ATTENDANCE_MESSAGES.failed);

function attend(viewer: Viewer, id: number, values: Record<string, string>): string {
  const isNew = attendEvent(viewer, id, decode(attendanceInput, values));
  return isNew ? ATTENDANCE_MESSAGES.going : ATTENDANCE_MESSAGES.changed;
}

function leave(viewer: Viewer, id: number): string {
  leaveEvent(viewer, id);
  return ATTENDANCE_MESSAGES.left;
}

export default function EventPage() {
  const event = useLoaderData<typeof loader>();
  const { id, attendance } = event;
  return (
    <Page>
      <Link to="/events" className="link mb-2 inline-flex min-h-11 items-center gap-2">
        <ArrowLeftIcon className="size-4" /> Events
      </Link>
      {event.live ? null : <Submission event={event} />}
      <div className="event-page">
        <EventHeading event={event} mapTo={event.mapTo} />
        {attendance === null ? null : <OwnAttendance eventId={id} attendance={attendance} />}
        <div className="min-w-0 lg:col-start-1">
          {attendance === null ? null : <LineUp eventId={id} attendance={attendance} />}
          <About event={event} />
        </div>
        <Details event={event} />
      </div>
      <NearbyEvents nearby={event.nearby} />
    </Page>
  );
}

type PageData = SerializeFrom<typeof loader>;

/** Its picture and what is told about it; nothing where there is neither. */
function About({ event: { title, image, fullDescription, attendance } }: { event: PageData }) {
  if (image === null && fullDescription === "") return null;
  return (
    <Section id="about" title="About this event">
      {image === null ? null : (
        <Photo
          kind="photos"
          name={image}
          alt={`Picture of ${title}`}
          view="full"
          sizes={`(min-width: 64rem) 52rem, ${PHONE_WIDTH}`}
          priority={attendance === null || attendance.people.rows.length === 0}
          contain
          className="mb-8 aspect-3/2"
        />
      )}
      {fullDescription === "" ? null : <Prose text={fullDescription} />}
    </Section>
  );
}

/** Category, link, and what can be done with it: into a calendar, shared, reported. */
function Details({ event }: { event: PageData }) {
  const { id, title, category, url, live, cancelled } = event;
  return (
    <aside aria-label="Details" className="event-details">
      <div className="rounded-lg border border-line bg-surface p-5">
        <EventFacts event={{ category, url }} />
        {live ? <AddToCalendar eventId={id} cancelled={cancelled} /> : null}
        {live ? (
          <div className="relative mt-3">
            <Share path={`/events/${id}`} title={title} className="button w-full" />
          </div>
        ) : null}
      </div>
      <div className="-ml-3">
        <ReportLink about={`/events/${id}`} what={title} />
      </div>
      {/* Nothing waits any more: the line-up comes first. */}
      {live ? <Submission event={event} /> : null}
    </aside>
  );
}

/** The status of a submission and the possible actions, for its submitter and admins. */
function Submission({ event }: { event: EventPageView }) {
  const { id, title, submission, viewerCanEdit, viewerCanCancel, viewerCanDecide } = event;
  if (submission === null) return null;
  const { status, rejectionReason, submitter, revision, placing, viewerCanPlace } = submission;
  return (
    <section aria-label="Review" className="mt-4 mb-8 space-y-4 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <EventStatusChip status={status} />
        <span className="text-sm text-grey">
          Submitted by <SubmitterName submitter={submitter} />
        </span>
      </div>
      <RejectionReason reason={rejectionReason} />
      <PlacedNear placing={placing} changeTo={viewerCanPlace ? `/events/${id}/place` : undefined} />
      <div className="flex flex-wrap gap-3 empty:hidden">
        {viewerCanEdit ? (
          <ButtonLink to={`/events/${id}/edit`}>
            {status === "rejected" ? "Edit and resubmit" : "Edit event"}
          </ButtonLink>
        ) : null}
        {viewerCanCancel ? <CancelLink event={{ id, title }} /> : null}
      </div>
      {viewerCanDecide ? <DecisionLinks event={{ id, title, revision }} returnTo="/admin/events" /> : null}
    </section>
  );
}
