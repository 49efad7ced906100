import { type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { ACCOUNT_NOT_FOUND, ROLES } from "~/features/accounts/policy";
import { reauthenticationSchema } from "~/features/accounts/schema.server";
import { type AccountView, getAccountView } from "~/features/administration/account.server";
import { actConfirmation } from "~/features/administration/components/account-acts";
import { ACCOUNT_ACTS, type AccountAct, ADMINISTRATION_MESSAGES } from "~/features/administration/limits";
import { DataDownload } from "~/features/data-export/components/data-download";
import { CACHE_PRIVATE } from "~/http/caching";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { isReauthenticatedRequest, reauthenticate } from "~/http/session/login.server";
import { requireUser } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { formatBytes, formatCount } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { pageTitle } from "~/ui/document/page-title";
import { EmailAddress } from "~/ui/email-address";
import { Fact } from "~/ui/facts";
import { Button } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmLink } from "~/ui/forms/confirm";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { Isolated } from "~/ui/linked-text";
import { Moment } from "~/ui/moment";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [pageTitle(matches, data?.account.name)];

export const headers = () => CACHE_PRIVATE;

export const loader = pageLoader(async ({ request, context, params }) => {
  const viewer = await requireUser({ request, context });
  return {
    account: getAccountView(viewer, requireId(params.userId, ACCOUNT_NOT_FOUND)),
    isReauthenticated: await isReauthenticatedRequest(request),
  };
});

/** The password, before the download. */
export const action = pageAction({
  audience: "admin",
  limit: "moderate",
  run: async (args) => {
    await reauthenticate(args, (await readInput(args.request, reauthenticationSchema)).password);
    return redirect(`/admin/users/${requireId(args.params.userId, ACCOUNT_NOT_FOUND)}#data`);
  },
});

export const clientAction = formClientAction("Something went wrong.");

export default function UserPage() {
  const { account, isReauthenticated } = useLoaderData<typeof loader>();
  const { id, name, active, suspendedUntil, viewerCanChange } = account;
  return (
    <Page>
      <PageHeader title={name}>
        {active ? null : <Chip tone="over">Deactivated</Chip>}
        {suspendedUntil === null ? null : <Chip tone="waiting">Suspended until {formatDate(suspendedUntil)}</Chip>}
      </PageHeader>
      <Figures account={account} />
      {viewerCanChange ? (
        <Section id="data" title="Their data">
          <p className="mb-4 max-w-measure">
            A copy of everything the site holds about them, for a request by law. It is logged, and we tell the member
            by email.
          </p>
          <DataDownload isReauthenticated={isReauthenticated}>
            <Form method="post" action={`/admin/users/${id}/export`} reloadDocument>
              <Button>Download their data (.zip)</Button>
            </Form>
          </DataDownload>
        </Section>
      ) : null}
      <Section id="actions" title="Actions">
        <Actions account={account} isReauthenticated={isReauthenticated} />
      </Section>
    </Page>
  );
}

function Figures({ account }: { account: AccountView }) {
  const { id, email, isMailRefused, pendingEmail, role, createdAt, lastSeenAt, garage, active } = account;
  const counts: [label: string, count: number][] = [
    ["Sessions", account.sessions],
    ["Vehicles", account.vehicles],
    ["Comments", account.comments],
    ["Cases", account.cases],
    ["Invitations", account.invites],
  ];
  const garageName = <bdi>{garage?.name ?? "None"}</bdi>;
  return (
    <dl className="mb-10 grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-3">
      <Fact label="Email" isWide>
        <EmailAddress address={email} />
        {isMailRefused ? <span className="block text-sm text-danger">Mail servers refuse this address.</span> : null}
        {pendingEmail === null ? null : (
          <span className="block text-sm text-grey">
            Waiting for <EmailAddress address={pendingEmail.email} /> to confirm, until{" "}
            <Moment at={pendingEmail.until} />. A new change replaces it.
          </span>
        )}
      </Fact>
      <Fact label="Role">{ROLES[role]}</Fact>
      <Fact label="Status">{active ? "Active" : "Deactivated"}</Fact>
      <Fact label="Garage">
        {garage && active ? (
          <Link to={`/garages/${garage.id}`} className="link">
            {garageName}
          </Link>
        ) : (
          garageName
        )}
      </Fact>
      <Fact label="Joined">
        <Moment at={createdAt} say={formatDate} />
      </Fact>
      <Fact label="Last seen">
        <Moment at={lastSeenAt} />
      </Fact>
      <Fact label="Two-step verification">{account.secondStepOn ? "On" : "Off"}</Fact>
      <Fact label="Photos">
        {formatBytes(account.storageBytes)} of {formatBytes(account.quota)}
      </Fact>
      {counts.map(([label, count]) => (
        <Fact key={label} label={label}>
          {formatCount(count)}
        </Fact>
      ))}
      <Fact label="Log">
        <Link to={`/admin/log?subjectType=user&subjectId=${id}`} className="link">
          What staff did
        </Link>
      </Fact>
    </dl>
  );
}

function Actions({ account, isReauthenticated }: { account: AccountView; isReauthenticated: boolean }) {
  const { secondStepOn, pendingEmail, garage, suspendedUntil, viewerCanChange, viewerCanChangeActive } = account;
  if (!viewerCanChangeActive) return <p>{ADMINISTRATION_MESSAGES.yourself}</p>;
  const isOffered: Partial<Record<AccountAct, boolean>> = {
    "end-sessions": true,
    active: true,
    verification: viewerCanChange && pendingEmail !== null,
    "second-step-off": viewerCanChange && secondStepOn,
    suspend: viewerCanChange && garage !== null && suspendedUntil === null,
  };
  const acts = ACCOUNT_ACTS.filter((act) => isOffered[act] ?? viewerCanChange);
  const steps = acts.map((act) => actConfirmation(act, account, isReauthenticated));
  return (
    <ul className="divide-y divide-line border-y border-line">
      {steps.map((step) => (
        <li key={step.to} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0 max-w-measure flex-1 basis-72">
            <h3>
              <Isolated text={step.question.replace("?", "")} />
            </h3>
            {typeof step.consequence === "string" ? <Isolated text={step.consequence} /> : step.consequence}
          </div>
          <ConfirmLink confirm={step} kind={step.kind === "primary" ? "secondary" : "danger"}>
            {step.act}
          </ConfirmLink>
        </li>
      ))}
    </ul>
  );
}
