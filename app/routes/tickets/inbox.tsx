import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/features/accounts/policy";
import { changeTicketStatus } from "~/features/tickets/commands.server";
import { StatusChip, StatusForm } from "~/features/tickets/components/ticket-status";
import {
  categoryLabel,
  TICKET_CATEGORIES,
  TICKET_LIMITS,
  TICKET_MESSAGES,
  TICKET_STATUSES,
} from "~/features/tickets/limits";
import { TICKET_NOT_FOUND } from "~/features/tickets/policy";
import { listTickets, type TicketRowView } from "~/features/tickets/queries.server";
import { statusInput, ticketQuery } from "~/features/tickets/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { formatDate, toIso } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { EmailAddress } from "~/ui/email-address";
import { choicesOf, FilterForm, FilterInput, type FilterList, FilterLists } from "~/ui/filters/filter-form";
import { ButtonLink } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { EmptyState, Page, PageHeader } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Support Inbox")];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  requireAdmin(viewer);
  const params = new URL(request.url).searchParams;
  const query = decode(ticketQuery, Object.fromEntries(params));
  return { asked: query, list: listTickets(viewer, query, parsePage(params, PER_PAGE)) };
}, TICKET_MESSAGES.listFailed);

export const action = pageAction({
  audience: "admin",
  limit: "moderate",
  failed: TICKET_MESSAGES.statusFailed,
  run: async ({ request, context }) => {
    const viewer = await requireUser({ request, context });
    requireAdmin(viewer);
    const { values } = await readForm(request);
    const id = requireId(values.ticketId, TICKET_NOT_FOUND);
    const { status } = decode(statusInput, values);
    changeTicketStatus(viewer, id, status);
    // Back to the same filter, sort and page.
    const params = new URL(request.url).searchParams;
    params.delete("_routes");
    return redirectWithToast(`/admin/tickets${params.size > 0 ? `?${params}` : ""}`, `Ticket ${id} is now ${status}.`);
  },
});

export const clientAction = formClientAction(TICKET_MESSAGES.statusFailed);

const COLUMNS: Column<TicketRowView>[] = [
  {
    label: "Subject",
    isRowName: true,
    cell: ({ id, subject, category }) => (
      <>
        <Link to={`/admin/tickets/${id}`} className="link">
          <bdi>{subject}</bdi>
        </Link>
        <span className="block text-sm font-normal text-grey">
          No. {id} · {categoryLabel(category)}
        </span>
      </>
    ),
  },
  { label: "From", cell: (row) => <Sender {...row} /> },
  {
    label: "Received",
    sort: { ascending: "createdAt", descending: "-createdAt" },
    cell: ({ createdAt }) => (
      <time dateTime={toIso(createdAt)} className="min-[75rem]:whitespace-nowrap">
        {formatDate(createdAt)}
      </time>
    ),
  },
  { label: "Status", sort: { ascending: "status" }, cell: ({ status }) => <StatusChip status={status} /> },
  { label: "Actions", hasActions: true, cell: (row) => <StatusForm ticket={row} dense /> },
];

function Sender({ name, email }: TicketRowView) {
  return (
    <span>
      <bdi>{name || "Visitor"}</bdi>
      {email === "" ? null : (
        <span className="block text-sm text-grey md:max-w-60 md:truncate">
          <EmailAddress address={email} />
        </span>
      )}
    </span>
  );
}

export default function SupportInbox() {
  const { asked: query, list } = useLoaderData<typeof loader>();
  const isFiltered = query.subject !== "" || query.status !== undefined || query.category !== undefined;
  return (
    <Page>
      <PageHeader title="Support Inbox" />
      <FilterForm
        key={JSON.stringify(query)}
        label="Tickets"
        all="/admin/tickets"
        isFiltered={isFiltered}
        choices={[query.subject, ...choicesOf(LISTS, query)]}
        sort={query.sort}
      >
        <FilterInput
          id="ticket-subject"
          name="subject"
          label="Subject"
          defaultValue={query.subject}
          maxLength={TICKET_LIMITS.search}
        />
        <FilterLists of="ticket" lists={LISTS} query={query} />
      </FilterForm>
      <Table
        caption={plural(list.total, "ticket")}
        columns={COLUMNS}
        rows={list.rows}
        sort={query.sort}
        empty={<Nothing isFiltered={isFiltered || list.total > 0} />}
      />
      <Pagination {...list} />
    </Page>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return <EmptyState title="The inbox is empty.">Requests sent through the Tool Box appear here.</EmptyState>;
  }
  return (
    <EmptyState title="No matching tickets." action={<ButtonLink to="/admin/tickets">Show all tickets</ButtonLink>} />
  );
}

const LISTS: FilterList[] = [
  ["status", "Status", TICKET_STATUSES.map((status) => [status, status])],
  ["category", "Category", TICKET_CATEGORIES],
];
