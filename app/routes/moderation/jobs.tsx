import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RUN_COLUMNS } from "~/features/operations/components/run-columns";
import { type JobView, listJobs } from "~/features/operations/jobs.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { plural } from "~/lib/text";
import { MINUTE, SECOND } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { pageTitle } from "~/ui/document/page-title";
import { Page, PageHeader } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Jobs")];

export const loader = pageLoader(async (args) => ({ rows: listJobs(await requireUser(args)) }));

export default function JobsPage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Jobs" lead="The last run of each background job. Failed ones come first." />
      <Table caption={plural(rows.length, "job")} columns={COLUMNS} rows={rows} rowKey={({ name }) => name} />
    </Page>
  );
}

const COLUMNS: Column<JobView>[] = [
  { label: "Job", isRowName: true, cell: ({ name }) => name.charAt(0).toUpperCase() + name.slice(1) },
  { label: "Last run", cell: ({ startedAt }) => (startedAt === null ? "Never" : <Moment at={startedAt} />) },
  ...RUN_COLUMNS,
  {
    label: "Next run",
    cell: ({ startedAt, nextAt }) => {
      if (nextAt === null) return <Chip tone="over">Off</Chip>;
      const interval = startedAt === null ? MINUTE : Date.parse(nextAt) - Date.parse(startedAt);
      return interval < MINUTE ? `Every ${interval / SECOND} seconds` : <Moment at={nextAt} />;
    },
  },
];
