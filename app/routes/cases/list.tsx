import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { CaseStateChip } from "~/features/cases/components/case-parts";
import type { OwnCaseJson } from "~/features/cases/json.server";
import { DECIDED_LABELS, KIND_LABELS } from "~/features/cases/limits";
import { listOwnCases } from "~/features/cases/own-cases.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { plural } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { EmptyState, Page, PageHeader } from "~/ui/layout/page";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Decisions about your content")];

export const loader = pageLoader(async ({ request, context }) => ({
  cases: listOwnCases(await requireUser({ request, context })),
}));

const COLUMNS: Column<OwnCaseJson>[] = [
  {
    label: "About",
    isRowName: true,
    cell: ({ _id, texts, kind }) => (
      <Link to={`/cases/${_id}`} className="link">
        <bdi>{texts.title ?? KIND_LABELS[kind]}</bdi>
      </Link>
    ),
  },
  {
    label: "Decision",
    cell: ({ decision, objection }) =>
      `${DECIDED_LABELS[decision.measure]}${objection?.outcome === "overturned" ? ", overturned" : ""}`,
  },
  { label: "Date", cell: ({ decision }) => formatDate(Date.parse(decision.createdAt)) },
  { label: "State", cell: ({ state }) => <CaseStateChip state={state} /> },
];

export default function OwnCases() {
  const { cases } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Decisions about your content" />
      <Table
        caption={plural(cases.length, "decision")}
        columns={COLUMNS}
        rows={cases}
        empty={
          <EmptyState title="No decisions.">Moderators’ decisions about your content will appear here.</EmptyState>
        }
      />
    </Page>
  );
}
