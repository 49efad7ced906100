import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ManyForm } from "~/features/administration/components/many-form";
import { CaseStateChip } from "~/features/cases/components/case-parts";
import { CASE_MESSAGES, KIND_LABELS, REASON_LABELS, STATE_LABELS } from "~/features/cases/limits";
import { countWaitingCases, listCases } from "~/features/cases/queue.server";
import { type CaseQuery, caseQuery } from "~/features/cases/schema.server";
import { PendingEventsSection } from "~/features/events/components/pending-events";
import { PENDING_ON_DESK } from "~/features/events/limits";
import { listPendingEvents } from "~/features/events/queries.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";
import { formatCount, plural } from "~/lib/text";
import { formatAgo } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { choicesOf, FilterForm, FilterLists } from "~/ui/filters/filter-form";
import { EmptyState, Page, PageHeader } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";
import { tickColumn } from "~/ui/tables/ticks";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Moderation")];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const params = new URL(request.url).searchParams;
  const query = decode(caseQuery, Object.fromEntries(params));
  // Open cases by default.
  const filter: CaseQuery = params.has("state") ? query : { ...query, state: "open" };
  return {
    asked: filter,
    open: countWaitingCases(viewer, "open"),
    appealed: countWaitingCases(viewer, "appealed"),
    cases: listCases(viewer, filter, parsePage(params, PER_PAGE)),
    pending: listPendingEvents(viewer, { page: 1, limit: PENDING_ON_DESK }),
  };
}, CASE_MESSAGES.listFailed);

const COLUMNS: Column<ReturnType<typeof listCases>["rows"][number]>[] = [
  tickColumn(
    ({ _id }) => _id,
    ({ _id }) => `case ${_id}`,
  ),
  {
    label: "Case",
    isRowName: true,
    cell: ({ _id, title, kind }) => (
      <>
        <Link to={`/moderation/cases/${_id}`} className="link wrap-anywhere">
          <bdi>{title || KIND_LABELS[kind]}</bdi>
        </Link>
        <span className="block text-sm font-normal text-grey">
          No. {_id} · {KIND_LABELS[kind]}
        </span>
      </>
    ),
  },
  {
    label: "Reasons",
    cell: ({ reasons }) => reasons.map((reason) => REASON_LABELS[reason]).join("; ") || "Found by staff",
  },
  { label: "Reports", cell: ({ reportCount }) => formatCount(reportCount) },
  { label: "Age", cell: ({ createdAt }) => <Moment at={createdAt} say={formatAgo} /> },
  { label: "State", cell: ({ state }) => <CaseStateChip state={state} /> },
  { label: "Claimed by", cell: ({ claimedBy }) => claimedBy?.name ?? <span className="text-grey">Nobody</span> },
];

const FILTERS = [
  ["state", "State", Object.entries(STATE_LABELS)],
  ["reason", "Reason", Object.entries(REASON_LABELS)],
  ["kind", "Kind", Object.entries(KIND_LABELS)],
] as const;

export default function ModerationDesk() {
  const { asked: filter, open, appealed, cases, pending } = useLoaderData<typeof loader>();
  const isFiltered = filter.state !== "open" || filter.reason !== undefined || filter.kind !== undefined;
  const waiting = [plural(open, "case"), ...(appealed > 0 ? [plural(appealed, "objection")] : [])].join(" and ");
  return (
    <Page>
      <PageHeader title="Cases" lead={`${waiting} waiting for a decision.`} />
      <div id="cases">
        <FilterForm
          key={JSON.stringify(filter)}
          label="Cases"
          all="/moderation"
          isFiltered={isFiltered}
          choices={choicesOf(FILTERS, filter)}
        >
          <FilterLists of="case" lists={FILTERS} query={filter} />
        </FilterForm>
        {cases.rows.length > 0 ? (
          <>
            <Table caption={plural(cases.total, "case")} columns={COLUMNS} rows={cases.rows} />
            <ManyForm list="/moderation" />
          </>
        ) : (
          <EmptyState title={isFiltered ? "No matching cases." : "No cases are waiting."}>
            Reports appear here, oldest first.
          </EmptyState>
        )}
        <Pagination {...cases} anchor="cases" />
      </div>
      <PendingEventsSection pending={pending} desk="/moderation" />
    </Page>
  );
}
