import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/features/accounts/policy";
import { PendingEvents } from "~/features/events/components/pending-events";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { listPendingEvents } from "~/features/events/queries.server";
import { pageLoader } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { Page, PageHeader } from "~/ui/page";
import { Pagination } from "~/ui/pagination";

export const meta: MetaFunction = () => [{ title: "Pending events · Paddock" }];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request }) => {
  const viewer = await requireUser(request);
  requireAdmin(viewer);
  return listPendingEvents(viewer, parsePage(new URL(request.url).searchParams, PER_PAGE));
}, EVENT_MESSAGES.pendingFailed);

export default function PendingEventsPage() {
  const list = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Pending events" />
      <h2 className="mb-5 text-base tabular-nums">{plural(list.total, "event")} to review, soonest first</h2>
      <PendingEvents events={list.rows} returnTo="/admin/events" />
      <Pagination {...list} />
    </Page>
  );
}
