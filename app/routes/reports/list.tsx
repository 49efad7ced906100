import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { REPORT_STATES } from "~/features/cases/limits";
import { listOwnReports, type ReportView } from "~/features/cases/reports.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { plural } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { pageTitle } from "~/ui/document/page-title";
import { EmptyState, Page, PageHeader } from "~/ui/layout/page";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "My reports")];

export const loader = pageLoader(async ({ request, context }) => ({
  reports: listOwnReports(await requireUser({ request, context })),
}));

const COLUMNS: Column<ReportView>[] = [
  {
    label: "About",
    isRowName: true,
    cell: ({ link, title }) => (
      <Link to={new URL(link).pathname} className="link wrap-anywhere">
        <bdi>{title}</bdi>
      </Link>
    ),
  },
  { label: "Date", cell: ({ createdAt }) => formatDate(Date.parse(createdAt)) },
  { label: "State", cell: ({ acted }) => <StateChip acted={acted} /> },
];

function StateChip({ acted }: Pick<ReportView, "acted">) {
  if (acted === null) return <Chip tone="waiting">{REPORT_STATES.open}</Chip>;
  return <Chip tone="done">{acted ? REPORT_STATES.acted : REPORT_STATES.nothing}</Chip>;
}

export default function OwnReports() {
  const { reports } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="My reports" />
      <Table
        caption={plural(reports.length, "report")}
        columns={COLUMNS}
        rows={reports}
        empty={<EmptyState title="No reports.">Reports you send will appear here, with their results.</EmptyState>}
      />
    </Page>
  );
}
