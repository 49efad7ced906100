import type { MetaFunction, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ReportLink } from "~/features/cases/components/report-link";
import { whyHidden } from "~/features/cases/own-cases.server";
import { attendEvent, leaveEvent } from "~/features/events/attendance/commands.server";
import { OwnAttendance } from "~/features/events/attendance/components/attendance";
import { LineUp } from "~/features/events/attendance/components/line-up";
import { getAttendance } from "~/features/events/attendance/queries.server";
import { AddToCalendar, eventsFeedLink } from "~/features/events/components/calendar-links";
import { CancelLink, DecisionLinks } from "~/features/events/components/decision-links";
import {
  EventFacts,
  EventHeading,
  EventStatusChip,
  RejectionReason,
  SubmitterName,
} from "~/features/events/components/event-facts";
import { BeforeAndAfter, ChangeChip } from "~/features/events/components/pending-events";
import { ATTENDANCE_MESSAGES, SERIES_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { type EventPageView, getEventPage } from "~/features/events/queries.server";
import { attendanceInput } from "~/features/events/schema.server";
import { MoreDates, RepeatText, ScopeText } from "~/features/events/series/components/more-dates";
import { followSeries, isFollowing, unfollowSeries } from "~/features/events/series/follows.server";
import { eventData } from "~/features/events/structured-data";
import { shortDate } from "~/features/events/time/format";
import { mapUrl } from "~/features/map/address";
import { NearbyEvents } from "~/features/map/components/nearby-events";
import { SmallMap } from "~/features/map/components/small-map";
import { listNearbyEvents } from "~/features/map/nearby.server";
import { smallMap } from "~/features/map/small-map.server";
import { PlacedNear } from "~/features/places/components/placed-near";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { getViewer, withMemberAndId } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { isolate } from "~/lib/text";
import { pageTitle, siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { ButtonLink } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { HiddenChip, HiddenNotice } from "~/ui/hidden-mark";
import { ArrowLeftIcon } from "~/ui/icons";
import { Page, Prose, Section } from "~/ui/layout/page";
import { ShareMenu } from "~/ui/share";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches, "Event not found")];
  return shareMeta(page, {
    title: data.title,
    description: `${data.cancelled ? "Cancelled. " : ""}${shortDate(data)}, ${data.location}. ${data.shortDescription}`,
    image: data.image,
    type: "article",
    queryDefaults: { page: "1" },
    feed: eventsFeedLink(siteNameOf(page.matches)),
    structuredData: (origin, address) => eventData(data, origin, address),
  });
};

const PEOPLE_PER_PAGE = 24;

export const loader = pageLoader(async ({ request, context, params }) => {
  const id = requireId(params.eventId, EVENT_NOT_FOUND);
  const viewer = await getViewer({ request, context });
  const { place, ...event } = getEventPage(id, viewer);
  const page = parsePage(new URL(request.url).searchParams, PEOPLE_PER_PAGE);
  const attendance = event.live ? getAttendance(event, viewer, page) : null;
  const isHidden = event.submission?.status === "hidden";
  return {
    ...event,
    attendance,
    isFollowing: event.series && viewer && isFollowing(viewer, event.series.id),
    hiddenFor: isHidden && { hiddenByStaff: true, ...whyHidden(viewer, "event", id, { hiddenByStaff: true }) },
    nearby: listNearbyEvents(place, { except: id }),
    mapTo: mapUrl(place),
    map: smallMap(place),
  };
}, EVENT_NOT_FOUND);

/** Intents `attend`, `leave`, `follow-series` and `unfollow-series`. */
export const action = pageAction({
  audience: "member",
  limit: "attendance",
  failed: ATTENDANCE_MESSAGES.failed,
  run: withMemberAndId("eventId", EVENT_NOT_FOUND, async (viewer, id, { request }) => {
    const { values } = await readForm(request);
    if (values.intent === "follow-series" || values.intent === "unfollow-series") {
      const follows = values.intent === "follow-series";
      (follows ? followSeries : unfollowSeries)(viewer, id);
      return redirectWithToast(`/events/${id}`, follows ? SERIES_MESSAGES.followed : SERIES_MESSAGES.unfollowed);
    }
    if (values.intent === "leave") {
      leaveEvent(viewer, id);
      return redirectWithToast(`/events/${id}`, ATTENDANCE_MESSAGES.left);
    }
    const isNew = attendEvent(viewer, id, decode(attendanceInput, values));
    return redirectWithToast(`/events/${id}`, isNew ? ATTENDANCE_MESSAGES.going : ATTENDANCE_MESSAGES.changed);
  }),
});

export const clientAction = formClientAction(ATTENDANCE_MESSAGES.failed);

export default function EventPage() {
  const event = useLoaderData<typeof loader>();
  const { id, attendance } = event;
  return (
    <Page>
      <Link to="/events" className="link mb-2 inline-flex min-h-11 items-center gap-2">
        <ArrowLeftIcon className="size-4" /> Events
      </Link>
      <HiddenNotice {...event.hiddenFor} />
      {isWaiting(event) ? <Submission event={event} /> : null}
      <div className="event-page">
        <EventHeading event={event} mapTo={event.mapTo} />
        {attendance === null ? null : <OwnAttendance eventId={id} attendance={attendance} />}
        {event.fullDescription === "" ? null : (
          <div className="event-about min-w-0">
            <Section id="about" title="About this event">
              <Prose text={event.fullDescription} />
            </Section>
          </div>
        )}
        <Details event={event} />
        <div className="event-people min-w-0">
          <MoreDates series={event.series} eventId={id} isFollowing={event.isFollowing} />
          {attendance === null ? null : <LineUp eventId={id} attendance={attendance} />}
        </div>
      </div>
      <NearbyEvents nearby={event.nearby} />
    </Page>
  );
}

type PageData = SerializeFrom<typeof loader>;

function Details({ event }: { event: PageData }) {
  const { id, title, category, url, live, cancelled, submission, map, mapTo } = event;
  return (
    <aside aria-label="Details" className="event-details">
      <div className="overflow-hidden rounded-lg border border-line bg-surface p-5">
        {map === null || mapTo === null ? null : (
          <Link to={mapTo} className="-mx-5 -mt-5 mb-4 block">
            <SmallMap map={map} />
            <span className="sr-only">
              The map around <bdi>{event.location}</bdi>
            </span>
          </Link>
        )}
        <EventFacts event={{ category, url }} />
        {live ? <AddToCalendar eventId={id} cancelled={cancelled} /> : null}
        {live ? (
          <div className="relative mt-3">
            <ShareMenu path={`/events/${id}`} title={title} className="button w-full" />
          </div>
        ) : null}
      </div>
      {live && !submission?.own ? (
        <div className="-ml-3">
          <ReportLink path={`/events/${id}`} name={isolate(title)} />
        </div>
      ) : null}
      {/* Nothing is pending: the line-up comes first. */}
      {isWaiting(event) ? null : <Submission event={event} />}
    </aside>
  );
}

/** By an admin, or by the submitter after a refusal. */
const isWaiting = ({ live, submission }: Pick<EventPageView, "live" | "submission">) =>
  !live || (submission !== null && submission.change !== null);

function HeldTexts({ held }: { held: NonNullable<NonNullable<EventPageView["submission"]>["held"]> }) {
  const { cancelReason, place, refusedFor } = held;
  return (
    <div>
      <HiddenChip held refused={refusedFor !== null} />
      {cancelReason === undefined ? null : (
        <p className="mt-1">
          Reason for cancelling: <bdi>{cancelReason}</bdi>
        </p>
      )}
      {place === undefined ? null : <p className="mt-1">{place}</p>}
      <RejectionReason reason={refusedFor} />
    </div>
  );
}

function Submission({ event }: { event: EventPageView }) {
  const { id, title, submission, moreDates, series, live, viewerCanEdit, viewerCanCancel, viewerCanDecide } = event;
  if (submission === null) return null;
  const { status, submitter, revision, placement, change, held } = submission;
  return (
    <section aria-label="Review" className="mt-4 mb-8 space-y-4 rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <EventStatusChip status={status} />
        {change === null ? null : <ChangeChip status={change.status} own={submission.own} />}
        <span className="text-sm text-grey">
          Submitted by <SubmitterName submitter={submitter} />
        </span>
      </div>
      {live ? null : <RepeatText repeat={series} />}
      <RejectionReason reason={(change ?? submission).rejectionReason} />
      <ScopeText scope={change?.scope ?? null} />
      {change === null ? null : submission.own ? (
        <details>
          <summary className="inline-flex min-h-11 items-center underline">Before and after</summary>
          <BeforeAndAfter {...change} />
        </details>
      ) : (
        <BeforeAndAfter {...change} />
      )}
      {held === null ? null : <HeldTexts held={held} />}
      <PlacedNear placement={placement} changeTo={viewerCanEdit ? `/events/${id}/place` : undefined} />
      <div className="flex flex-wrap gap-3 empty:hidden">
        {viewerCanEdit ? (
          <ButtonLink to={`/events/${id}/edit`}>
            {submission.own && (change ?? submission).status === "rejected" ? "Edit and resubmit" : "Edit event"}
          </ButtonLink>
        ) : null}
        {viewerCanCancel ? <CancelLink event={{ id, title, moreDates }} /> : null}
      </div>
      {viewerCanDecide ? (
        <DecisionLinks event={{ id, title, revision, changes: change !== null }} returnTo="/moderation/events" />
      ) : null}
    </section>
  );
}
