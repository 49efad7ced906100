import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type JobView, listJobs } from "~/features/operations/jobs.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { plural } from "~/lib/text";
import { formatDuration, MINUTE, SECOND } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { pageTitle } from "~/ui/document/page-title";
import { EmptyState, Page, PageHeader } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Jobs")];

export const loader = pageLoader(async (args) => ({ rows: listJobs(await requireUser(args)) }));

export default function JobsPage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Jobs" lead="The last run of each background job. Failed ones come first." />
      {rows.length > 0 ? (
        <Table caption={plural(rows.length, "job")} columns={COLUMNS} rows={rows} rowKey={({ name }) => name} />
      ) : (
        <EmptyState title="No job has run yet." />
      )}
    </Page>
  );
}

const COLUMNS: Column<JobView>[] = [
  {
    label: "Job",
    isRowName: true,
    cell: ({ name, error, errorId }) => (
      <>
        {name.charAt(0).toUpperCase() + name.slice(1)}
        {error === null ? null : (
          <span className="block text-sm font-normal text-grey wrap-anywhere">
            {error} {errorId ? <code>{errorId}</code> : null}
          </span>
        )}
      </>
    ),
  },
  {
    label: "Result",
    cell: ({ error }) => (error === null ? <Chip tone="done">OK</Chip> : <Chip tone="waiting">Failed</Chip>),
  },
  { label: "Last run", cell: ({ startedAt }) => <Moment at={startedAt} /> },
  { label: "Duration", cell: ({ startedAt, finishedAt }) => formatDuration(finishedAt - startedAt) },
  {
    label: "Next run",
    cell: ({ startedAt, nextAt }) => {
      const interval = nextAt - startedAt;
      return interval < MINUTE ? `Every ${interval / SECOND} seconds` : <Moment at={nextAt} />;
    },
  },
];
