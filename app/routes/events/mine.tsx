import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { CancelLink } from "~/features/events/components/decision-links";
import { EventDate } from "~/features/events/components/event-card";
import { EventStatusChip, RejectionReason } from "~/features/events/components/event-facts";
import { ChangeChip } from "~/features/events/components/pending-events";
import { listOwnEvents, type OwnEventView } from "~/features/events/queries.server";
import { PlacedNear } from "~/features/places/components/placed-near";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { parsePage } from "~/lib/paging";
import { pageTitle } from "~/ui/document/page-title";
import { ButtonLink } from "~/ui/forms/button";
import { PlusIcon } from "~/ui/icons";
import { EmptyState, HeaderLink, Page, PageHeader } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "My submissions")];

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  return listOwnEvents(viewer, parsePage(new URL(request.url).searchParams));
});

const SUBMIT = (
  <ButtonLink to="/events/submit" kind="primary">
    <PlusIcon className="size-4" /> Submit an Event
  </ButtonLink>
);

export default function MySubmissions() {
  const list = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="My submissions">
        <HeaderLink to="/events">All events</HeaderLink>
        {list.total > 0 ? SUBMIT : null}
      </PageHeader>
      {list.rows.length > 0 ? (
        <ul className="border-t border-line">
          {list.rows.map((event) => (
            <li key={event.id} className="border-b border-line py-5">
              <OwnEvent event={event} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title={list.total > 0 ? "Nothing on this page." : "You have not submitted an event yet."}
          action={list.total > 0 ? undefined : SUBMIT}
        >
          The events you submit will appear here, with our decision on each.
        </EmptyState>
      )}
      <Pagination {...list} />
    </Page>
  );
}

function OwnEvent({ event }: { event: OwnEventView }) {
  const { id, title, location, category, status, rejectionReason, cancelled, cancelReason, placement } = event;
  const { viewerCanEdit, viewerCanCancel, change, moreDates } = event;
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
      <div className="min-w-0 flex-1 basis-80 space-y-2">
        <EventDate event={{ ...event, moreDates: 0 }} />
        <h2 className="text-lg">
          <Link to={`/events/${id}`} className="hover:underline">
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <p className="text-sm text-grey">
          <bdi>{location}</bdi> · {category}
        </p>
        <PlacedNear placement={placement} changeTo={`/events/${id}/place`} of={title} />
        <RejectionReason reason={rejectionReason ?? cancelReason} />
        <RejectionReason reason={change?.rejectionReason ?? null} />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {cancelled ? null : <EventStatusChip status={status} />}
        {change === null ? null : <ChangeChip status={change.status} own />}
        {viewerCanEdit ? (
          <ButtonLink to={`/events/${id}/edit`} small>
            {(change ?? event).status === "rejected" ? "Edit and resubmit" : "Edit"}
            <span className="sr-only">
              {" "}
              <bdi>{title}</bdi>
            </span>
          </ButtonLink>
        ) : null}
        {viewerCanCancel ? <CancelLink event={{ id, title, moreDates }} small /> : null}
      </div>
    </article>
  );
}
