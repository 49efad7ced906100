import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type BackupJob, type BackupsView, getBackups, requestBackupRun } from "~/features/operations/backups.server";
import { OPERATIONS_MESSAGES } from "~/features/operations/limits";
import { formActions, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { formatBytes, plural } from "~/lib/text";
import { formatDuration } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { EmptyState, Page, PageHeader, Section } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Backups")];

export const loader = pageLoader(async (args) => getBackups(await requireUser(args)));

const start = (name: BackupJob) => ({
  run: async (args: Parameters<typeof requireUser>[0]) => {
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
  return (
    <Page>
      <PageHeader
        title="Backups"
        lead={
          every === null
            ? undefined
            : `Every ${formatDuration(every)} to ${repository}. The last ${kept.hourly} hourly, ${kept.daily} daily and ${kept.monthly} monthly backups of this site are kept.`
        }
      />
      {every === null ? <Notice>{OPERATIONS_MESSAGES.backupsOff}</Notice> : <Acts running={running} />}
      <Section id="check" title="Check">
        {check === null ? (
          <p>No check yet. A tenth of the repository is checked once a week.</p>
        ) : (
          <>
            <p>
              <Moment at={check.finishedAt} /> <Result error={check.error} />
            </p>
            {check.error === null ? null : <p className="mt-1 text-grey wrap-anywhere">{check.error}</p>}
            {check.snapshots === null ? null : <p className="mt-1 text-grey">In the repository: {check.snapshots}.</p>}
          </>
        )}
      </Section>
      <Section id="runs" title="Last runs">
        {runs.length > 0 ? (
          <Table caption={plural(runs.length, "run")} columns={COLUMNS} rows={runs} rowKey={({ id }) => id} />
        ) : (
          <EmptyState title="No backup has run yet." />
        )}
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

const Result = ({ error }: { error: string | null }) => (
  <Chip tone={error === null ? "done" : "waiting"}>{error === null ? "OK" : "Failed"}</Chip>
);

const COLUMNS: Column<BackupsView["runs"][number]>[] = [
  {
    label: "Start",
    isRowName: true,
    cell: ({ startedAt, place, isHere }) => (
      <>
        <Moment at={startedAt} />
        {isHere ? null : <span className="block text-sm font-normal text-grey wrap-anywhere">Elsewhere: {place}</span>}
      </>
    ),
  },
  {
    label: "Duration",
    cell: ({ startedAt, finishedAt }) => (finishedAt === null ? "–" : formatDuration(finishedAt - startedAt)),
  },
  { label: "Size", cell: ({ bytes }) => (bytes === null ? "–" : formatBytes(bytes)) },
  {
    label: "Result",
    cell: ({ finishedAt, error }) => (
      <div>
        {finishedAt === null ? <Chip tone="waiting">Running</Chip> : <Result error={error} />}
        {error === null ? null : <p className="mt-1 text-sm text-grey wrap-anywhere">{error}</p>}
      </div>
    ),
  },
];
