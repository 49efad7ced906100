import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type BackupJob, type BackupsView, getBackups, requestBackupRun } from "~/features/operations/backups.server";
import { Result, RUN_COLUMNS } from "~/features/operations/components/run-columns";
import { OPERATIONS_MESSAGES } from "~/features/operations/limits";
import { formActions, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { type RequestArgs, requireUser } from "~/http/session/session.server";
import { formatBytes, plural } from "~/lib/text";
import { formatDuration, SECOND } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Backups")];

export const loader = pageLoader(async (args) => getBackups(await requireUser(args)));

const start = (name: BackupJob) => ({
  run: async (args: RequestArgs) => {
    requestBackupRun(await requireUser(args), name);
    return redirectWithToast("/admin/backups", OPERATIONS_MESSAGES.backupRequested);
  },
});

export const action = formActions(
  { audience: "admin", body: "text", limit: "moderate" },
  { backup: start("backup"), check: start("backup check") },
);

export const clientAction = formClientAction("Something went wrong.");

export default function BackupsPage() {
  const { every, repository, kept, running, runs, check } = useLoaderData<typeof loader>();
  const rules = every
    ? `Every ${formatDuration(every * SECOND)} to ${repository}. The last ${kept.hourly} hourly, ${kept.daily} daily and ${kept.monthly} monthly backups of this site are kept.`
    : undefined;
  return (
    <Page>
      <PageHeader title="Backups" lead={rules} />
      {rules ? <Acts running={running} /> : <Notice>{OPERATIONS_MESSAGES.backupsOff}</Notice>}
      <Section id="check" title="Check">
        {check === null ? (
          <p>No check yet. A tenth of the repository is checked once a week.</p>
        ) : (
          <>
            <Moment at={check.finishedAt} /> <Result startedAt={check.finishedAt} {...check} />
            {check.snapshots === null ? null : <p className="mt-1 text-grey">In the repository: {check.snapshots}.</p>}
          </>
        )}
      </Section>
      <Section id="runs" title="Last runs">
        <Table
          caption={plural(runs.length, "run")}
          columns={COLUMNS}
          rows={runs}
          rowKey={({ startedAt }) => startedAt}
          empty="No backup has run yet."
        />
      </Section>
    </Page>
  );
}

function Acts({ running }: Pick<BackupsView, "running">) {
  if (running !== null) return <Notice>A {running} is running. Reload this page to see the result.</Notice>;
  return (
    <div className="flex flex-wrap gap-3">
      <PageForm intent="backup">
        <SubmitButton busy="Starting…">Back up now</SubmitButton>
      </PageForm>
      <PageForm intent="check">
        <SubmitButton busy="Starting…" kind="secondary">
          Check now
        </SubmitButton>
      </PageForm>
    </div>
  );
}

const COLUMNS: Column<BackupsView["runs"][number]>[] = [
  {
    label: "Start",
    isRowName: true,
    cell: ({ startedAt, repository, isHere }) => (
      <>
        <Moment at={startedAt} />
        {isHere ? null : (
          <span className="block text-sm font-normal text-grey wrap-anywhere">Elsewhere: {repository}</span>
        )}
      </>
    ),
  },
  { label: "Size", cell: ({ bytes }) => (bytes === null ? "–" : formatBytes(bytes)) },
  ...RUN_COLUMNS,
];
