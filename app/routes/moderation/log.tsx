import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { type AuditRowView, listAudit, listAuditChoices } from "~/features/moderation/audit.server";
import { actionLabel, MODERATION_LIMITS, subjectLabel } from "~/features/moderation/policy";
import { auditQuery } from "~/features/moderation/schema.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { choicesOf, FilterForm, FilterInput, type FilterList, FilterLists } from "~/ui/filters/filter-form";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState, Page, PageHeader } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { Moment } from "~/ui/moment";
import { type Column, CsvLink, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Log")];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const params = new URL(request.url).searchParams;
  const query = decode(auditQuery, Object.fromEntries(params));
  return {
    asked: query,
    choices: listAuditChoices(viewer),
    list: listAudit(viewer, query, parsePage(params, PER_PAGE)),
  };
});

export default function AdminLog() {
  const { asked: query, choices, list } = useLoaderData<typeof loader>();
  const isFiltered = Object.values(query).some((value) => value !== "");
  const lists: FilterList[] = [
    ["actor", "Who", choices.actors.map(({ value, name }) => [value, name])],
    ["action", "Action", choices.actions.map((action) => [action, actionLabel(action)])],
    ["subjectType", "Subject", choices.subjectTypes.map((type) => [type, subjectLabel(type)])],
  ];
  return (
    <Page>
      <PageHeader
        title="Log"
        lead="Everything that admins and moderators have done. Entries cannot be changed or deleted."
      />
      {isFiltered || list.total > 0 ? (
        <FilterForm
          key={JSON.stringify(query)}
          label="Log"
          all="/admin/log"
          isFiltered={isFiltered}
          choices={[...choicesOf(lists, query), query.subjectId && `No. ${query.subjectId}`]}
        >
          <FilterLists of="log" lists={lists} query={query} />
          <FilterInput
            id="log-subjectId"
            name="subjectId"
            label="No."
            width="w-24"
            inputMode="numeric"
            defaultValue={query.subjectId}
            maxLength={MODERATION_LIMITS.filter}
          />
        </FilterForm>
      ) : null}
      <Table
        caption={plural(list.total, "entry", "entries")}
        columns={COLUMNS}
        rows={list.rows}
        empty={<Nothing filtered={isFiltered || list.total > 0} />}
      />
      <Pagination {...list} />
      <CsvLink />
    </Page>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (!filtered)
    return <EmptyState title="Nothing yet.">Everything that admins and moderators do will appear here.</EmptyState>;
  return <EmptyState title="No matching entries." action={<ButtonLink to="/admin/log">Show all entries</ButtonLink>} />;
}

const COLUMNS: Column<AuditRowView>[] = [
  {
    label: "Action",
    isRowName: true,
    cell: ({ action, actorName }) => (
      <>
        {actionLabel(action)}{" "}
        <span className="block text-sm font-normal text-grey">
          by <bdi>{actorName}</bdi>
        </span>
      </>
    ),
  },
  { label: "Subject", cell: (row) => <Subject {...row} /> },
  { label: "Change", cell: ({ changes }) => <Changes changes={changes} /> },
  { label: "Reason", cell: ({ reason }) => <bdi className="whitespace-pre-line">{reason ?? "–"}</bdi> },
  { label: "When", cell: ({ at }) => <Moment at={at} /> },
];

function Subject({ subjectType, subjectId, subjectName }: AuditRowView) {
  const params = new URLSearchParams({ subjectType, subjectId });
  return (
    <span>
      <Link to={`/admin/log?${params}`} className="link">
        {subjectName === null ? (
          <>
            {subjectLabel(subjectType)} <bdi>{subjectId}</bdi> (deleted)
          </>
        ) : (
          <bdi>{subjectName}</bdi>
        )}
      </Link>{" "}
      {subjectName === null ? null : <span className="block text-sm text-grey">{subjectLabel(subjectType)}</span>}
    </span>
  );
}

function Changes({ changes }: Pick<AuditRowView, "changes">) {
  if (changes.length === 0) return "–";
  return (
    <ul className="max-w-prose space-y-1">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className="text-grey">
            <bdi>{field}</bdi>:
          </span>{" "}
          {before === null ? null : (
            <del dir="auto" className="no-underline">
              {before}
            </del>
          )}
          {before !== null && after !== null ? " → " : null}
          {after === null ? null : (
            <ins dir="auto" className="no-underline">
              {after}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
