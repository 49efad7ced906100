import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { PendingEvents } from "~/features/events/components/pending-events";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { listPendingEvents } from "~/features/events/queries.server";
import { pageLoader } from "~/http/page/page.server";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { Page, PageHeader } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { requireDecider } from "./decision.server";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Pending events")];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireDecider({ request, context });
  return listPendingEvents(viewer, parsePage(new URL(request.url).searchParams, PER_PAGE));
}, EVENT_MESSAGES.pendingFailed);

export default function PendingEventsPage() {
  const list = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <Page>
      <PageHeader title="Pending events" />
      <h2 className="mb-5 text-base tabular-nums">{plural(list.total, "event")} to review, soonest first</h2>
      <PendingEvents events={list.rows} returnTo={pathname} />
      <Pagination {...list} />
    </Page>
  );
}
