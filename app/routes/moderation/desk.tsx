import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/features/accounts/policy";
import { isSecondStepOn } from "~/features/accounts/second-step-queries.server";
import { PendingEvents } from "~/features/events/components/pending-events";
import { listPendingEvents } from "~/features/events/queries.server";
import { NumbersAtAGlance } from "~/features/moderation/components/desk-numbers";
import { UserFilter } from "~/features/moderation/components/user-filter";
import { UserTable } from "~/features/moderation/components/user-table";
import { getDeskNumbers, listUsers } from "~/features/moderation/queries.server";
import { userQuery } from "~/features/moderation/schema.server";
import { FaultTable } from "~/features/operations/components/fault-table";
import { SiteStatusList } from "~/features/operations/components/site-status";
import { getSiteStatus } from "~/features/operations/queries.server";
import { statusLines } from "~/features/operations/words.server";
import { pageLoader } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";
import { formatCount, plural } from "~/lib/text";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { EmptyState, Page, PageHeader, Section } from "~/ui/page";
import { Pagination } from "~/ui/pagination";

export const meta: MetaFunction = () => [{ title: "Admin Dashboard · Paddock" }];

const PER_PAGE = 50;
/** Pending events shown here; all of them are on a page of their own. */
const PENDING_SHOWN = 3;

export const loader = pageLoader(async ({ request }) => {
  const viewer = await requireUser(request);
  requireAdmin(viewer);
  const params = new URL(request.url).searchParams;
  const asked = decode(userQuery, Object.fromEntries(params));
  const { faults, ...status } = await getSiteStatus(viewer);
  return {
    status: statusLines(status),
    faults,
    secondStepOn: isSecondStepOn(viewer.id),
    asked,
    numbers: getDeskNumbers(viewer),
    pending: listPendingEvents(viewer, { page: 1, limit: PENDING_SHOWN }),
    users: listUsers(viewer, asked, parsePage(params, PER_PAGE)),
  };
});

export default function AdminDesk() {
  const { status, faults, secondStepOn, asked, numbers, pending, users } = useLoaderData<typeof loader>();
  const filtered = asked.q !== "" || asked.status !== undefined;
  return (
    <Page>
      <PageHeader title="Admin Dashboard">
        <ButtonLink to="/admin/tickets">Support Inbox</ButtonLink>
        <ButtonLink to="/admin/log">Log</ButtonLink>
      </PageHeader>
      {secondStepOn ? null : (
        <div className="mb-8">
          <Notice>
            An admin's password opens everybody's data. Protect yours with a{" "}
            <Link to="/settings/security" className="link">
              second step
            </Link>
            .
          </Notice>
        </div>
      )}
      <NumbersAtAGlance numbers={numbers} />
      <Section id="site-status" title="How the site is running">
        <SiteStatusList lines={status} />
      </Section>
      <Section id="errors" title="Errors of the last day">
        <FaultTable faults={faults} />
      </Section>
      <Section
        id="pending-events"
        title={pending.total > 0 ? `Pending events (${formatCount(pending.total)})` : "Pending events"}
        more={pending.total > PENDING_SHOWN ? { to: "/admin/events", label: "See all pending events" } : undefined}
      >
        <PendingEvents events={pending.rows} returnTo="/admin" />
      </Section>
      <Section id="users" title="Users">
        <UserFilter key={JSON.stringify(asked)} asked={asked} filtered={filtered} />
        {users.rows.length > 0 ? (
          <UserTable caption={plural(users.total, "user")} rows={users.rows} sort={asked.sort} />
        ) : (
          <EmptyState title="No matching users" action={<ButtonLink to="/admin">Show all users</ButtonLink>} />
        )}
        <Pagination {...users} anchor="users" />
      </Section>
    </Page>
  );
}
