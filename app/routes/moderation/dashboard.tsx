import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/features/accounts/policy";
import { isSecondStepOn } from "~/features/accounts/second-step/queries.server";
import { PendingEventsSection } from "~/features/events/components/pending-events";
import { PENDING_ON_DESK } from "~/features/events/limits";
import { listPendingEvents } from "~/features/events/queries.server";
import { FirstSteps } from "~/features/moderation/components/first-steps";
import { UserTable } from "~/features/moderation/components/user-table";
import { getSiteCounts, listUsers } from "~/features/moderation/queries.server";
import { userQuery } from "~/features/moderation/schema.server";
import { listFirstSteps } from "~/features/operations/first-steps.server";
import { getSiteStatus, type SiteStatus } from "~/features/operations/json.server";
import { type StatusLine, statusLines, type Tone } from "~/features/operations/status-lines.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { formatCount, plural } from "~/lib/text";
import { Chip } from "~/ui/chip";
import { pageTitle } from "~/ui/document/page-title";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";
import { getQueueCounts } from "./queue-counts.server";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Admin Dashboard")];

const NEWEST_SHOWN = 5;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  requireAdmin(viewer);
  const status = await getSiteStatus(viewer);
  return {
    firstSteps: listFirstSteps(viewer),
    status: statusLines(status),
    errors: status.errors,
    secondStepOn: isSecondStepOn(viewer.id),
    numbers: { ...getSiteCounts(viewer), ...getQueueCounts(viewer) },
    pending: listPendingEvents(viewer, { page: 1, limit: PENDING_ON_DESK }),
    users: listUsers(viewer, decode(userQuery, {}), { page: 1, limit: NEWEST_SHOWN }),
  };
});

export default function AdminDesk() {
  const { firstSteps, status, errors, secondStepOn, numbers, pending, users } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Admin Dashboard" />
      {secondStepOn ? null : (
        <div className="mb-8">
          <Notice>
            An admin’s password gives access to all data. Protect yours with{" "}
            <Link to="/settings/security" className="link">
              two-step verification
            </Link>
            .
          </Notice>
        </div>
      )}
      <FirstSteps steps={firstSteps} />
      <SiteCountList numbers={numbers} />
      <Section id="site-status" title="Site status">
        <SiteStatusList lines={status} />
      </Section>
      <Section id="errors" title="Errors in the last day" more={{ to: "/admin/jobs", label: "Background jobs" }}>
        <FaultTable {...errors} />
      </Section>
      <PendingEventsSection pending={pending} desk="/admin" />
      <Section id="users" title="Members">
        <UserTable caption={`The newest of ${plural(users.total, "member")}`} rows={users.rows} />
        <Link to="/admin/users" className="link mt-4 inline-flex min-h-11 items-center">
          All members
        </Link>
      </Section>
    </Page>
  );
}

type SiteCounts = ReturnType<typeof getSiteCounts> & ReturnType<typeof getQueueCounts>;

const Label = ({ to, children }: { to: string | undefined; children: string }) =>
  to === undefined ? (
    children
  ) : (
    <Link to={to} className="link inline-flex min-h-6 items-center">
      {children}
    </Link>
  );

function SiteCountList({ numbers }: { numbers: SiteCounts }) {
  const figures: [label: string, figure: number, more?: string][] = [
    ["Cases", numbers.cases, "/moderation"],
    ["Objections", numbers.objections, "/moderation?state=appealed"],
    ["Pending events", numbers.events, "/admin/events"],
    ["First posts", numbers.held, "/moderation/held"],
    ["Applications", numbers.applications, "/moderation/applications"],
    ["Support Inbox", numbers.tickets ?? 0, "/admin/tickets"],
    ["New accounts, 7 days", numbers.newIn7Days],
    ["New accounts, 30 days", numbers.newIn30Days],
    ["Garages", numbers.garages],
    ["Vehicles", numbers.vehicles],
  ];
  return (
    <dl className="mb-10 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-5">
      {figures.map(([label, figure, more]) => (
        <div key={label} className="flex flex-col-reverse justify-end bg-surface px-4 py-3">
          <dt className="text-sm text-grey">
            <Label to={more}>{label}</Label>
          </dt>
          <dd className="text-xl tabular-nums">{formatCount(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}

const COLUMNS: Column<SiteStatus["errors"]["rows"][number]>[] = [
  {
    label: "Where",
    isRowName: true,
    cell: ({ requestId, method, path, message }) => (
      <>
        {requestId === "" ? path : `${method} ${path}`}
        <span className="block text-sm font-normal text-grey">{message}</span>
      </>
    ),
  },
  { label: "Id", cell: ({ errorId }) => <code className="md:whitespace-nowrap">{errorId}</code> },
  { label: "When", cell: ({ at }) => <Moment at={at} /> },
];

/** Of the last day, with the ids shown to users. */
function FaultTable({ total, rows }: SiteStatus["errors"]) {
  if (rows.length === 0) return <p>No errors in the last day.</p>;
  const caption =
    total > rows.length ? `The latest ${rows.length} of ${plural(total, "error")}` : plural(total, "error");
  return <Table caption={caption} columns={COLUMNS} rows={rows} rowKey={({ errorId }) => errorId} />;
}

const WORDS: Record<Tone, string> = { fine: "OK", warning: "Note", error: "Problem" };

function SiteStatusList({ lines }: { lines: StatusLine[] }) {
  return (
    <dl className="overflow-hidden rounded-lg border border-line bg-surface">
      {lines.map(({ label, to, tone, words: [first, ...more] }) => (
        <div
          key={label}
          className="grid gap-x-6 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 md:grid-cols-[9rem_minmax(0,1fr)]"
        >
          <dt className="text-grey">
            <Label to={to}>{label}</Label>
          </dt>
          <dd className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 md:flex-nowrap">
            <div className="min-w-0 max-w-measure">
              <p>{first}</p>
              {more.map((words) => (
                <p key={words} className="text-grey">
                  {words}
                </p>
              ))}
            </div>
            <Chip tone={tone === "fine" ? "done" : "waiting"}>{WORDS[tone]}</Chip>
          </dd>
        </div>
      ))}
    </dl>
  );
}
