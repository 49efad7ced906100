import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Decide, QueuePage } from "~/features/accounts/components/queue";
import { acceptApplication } from "~/features/accounts/registration/commands.server";
import { REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import { type ApplicationView, listApplications } from "~/features/accounts/registration/queries.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { isolate, plural } from "~/lib/text";
import { formatTime, toIso } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { EmailAddress } from "~/ui/email-address";
import { formClientAction, reloadAfterConflict } from "~/ui/forms/client-action";
import { EmptyState, Prose } from "~/ui/layout/page";
import type { Column } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Applications")];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request, context }) =>
  listApplications(await requireUser({ request, context }), parsePage(new URL(request.url).searchParams, PER_PAGE)),
);

/** A refusal has its own page. */
export const action = pageAction({
  audience: "staff",
  limit: "moderate",
  run: async ({ request, context }) => {
    const viewer = await requireUser({ request, context });
    const { applicationId } = (await readForm(request)).values;
    const { name } = acceptApplication(viewer, requireId(applicationId, REGISTRATION_MESSAGES.noApplication));
    return redirectWithToast("/moderation/applications", `${name} is now a member. We have emailed them.`);
  },
});

export const clientAction = formClientAction("Something went wrong.");

export const shouldRevalidate = reloadAfterConflict;

const COLUMNS: Column<ApplicationView & { title: string }>[] = [
  {
    label: "Name",
    isRowName: true,
    cell: ({ name, email }) => (
      <>
        <bdi>{name}</bdi>{" "}
        {email === undefined ? null : (
          <span className="block text-sm font-normal text-grey">
            <EmailAddress address={email} />
          </span>
        )}
      </>
    ),
  },
  {
    label: "Answer",
    cell: ({ answer }) => (answer === "" ? <span className="text-grey">None</span> : <Prose text={answer} />),
  },
  {
    label: "When",
    cell: ({ createdAt }) => (
      <time dateTime={toIso(createdAt)} className="md:whitespace-nowrap">
        {formatTime(createdAt)}
      </time>
    ),
  },
  {
    label: "Actions",
    hasActions: true,
    cell: (row) => <Decide queue="applications" row={row} yes="Accept" fields={{ applicationId: row.id }} />,
  },
];

export default function ApplicationsPage() {
  const list = useLoaderData<typeof loader>();
  return (
    <QueuePage
      {...list}
      rows={list.rows.map((row) => ({ ...row, title: isolate(row.name) }))}
      title="Applications"
      lead="Applications for an account, oldest first."
      caption={plural(list.total, "application")}
      columns={COLUMNS}
      empty={
        <EmptyState title="No pending applications.">
          While registration is by approval, people who have confirmed their address wait here for your decision.
        </EmptyState>
      }
    />
  );
}
