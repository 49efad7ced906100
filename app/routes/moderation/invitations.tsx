import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionButton } from "~/features/accounts/components/queue";
import {
  type Invitation,
  type InvitationResult,
  invitationsInput,
  inviteByMail,
  listInvitations,
  revokeInvitation,
} from "~/features/accounts/registration/invitations.server";
import { INVITATION_LIMITS, INVITATION_MESSAGES, INVITE_LIMITS } from "~/features/accounts/registration/limits";
import { OPERATIONS_MESSAGES } from "~/features/operations/limits";
import { isMailSent } from "~/features/operations/outbox.server";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readForm, readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import type { FormFailure } from "~/lib/forms";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { pageTitle } from "~/ui/document/page-title";
import { EmailAddress } from "~/ui/email-address";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { HeaderLink, Page, PageHeader, Section } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Invitations")];

const PER_PAGE = 50;
const HERE = "/admin/invitations";

export const loader = pageLoader(async (args) => ({
  isSent: isMailSent(),
  list: listInvitations(await requireUser(args), parsePage(new URL(args.request.url).searchParams, PER_PAGE)),
}));

function linesOf({ invited, members, refused }: InvitationResult): string[] {
  const end = isMailSent() ? "will be sent in a few seconds." : "saved, but not sent: email is off.";
  return [
    invited === 0 ? "Nobody was invited." : `${plural(invited, "invitation")} ${end}`,
    ...(members.length > 0 ? [`Skipped, because they have an account: ${members.join(", ")}.`] : []),
    ...(refused.length > 0 ? [`Skipped, because they may not sign up: ${refused.join(", ")}.`] : []),
  ];
}

async function invite(args: ActionFunctionArgs): Promise<Response | { lines: string[] }> {
  const lines = linesOf(inviteByMail(await requireUser(args), await readInput(args.request, invitationsInput)));
  return lines.length > 1 ? { lines } : redirectWithToast(HERE, lines.join(""));
}

async function revoke(args: ActionFunctionArgs) {
  const id = requireId((await readForm(args.request)).values.inviteId, INVITATION_MESSAGES.none);
  revokeInvitation(await requireUser(args), id);
  return redirectWithToast(HERE, INVITATION_MESSAGES.revoked);
}

export const action = formActions<Response | { lines: string[] }>(
  { audience: "admin", body: "text", limit: "moderate" },
  {
    invite: { run: invite, failed: INVITATION_MESSAGES.failed, deduplicateBy: "fields" },
    revoke: { run: revoke },
  },
);

export const clientAction = formClientAction(INVITATION_MESSAGES.failed);

const STATES = {
  open: { tone: "waiting", word: "Open" },
  used: { tone: "done", word: "Used" },
  expired: { tone: "over", word: "Expired" },
} as const;

const COLUMNS: Column<Invitation>[] = [
  { label: "Address", isRowName: true, cell: ({ email }) => <EmailAddress address={email} /> },
  { label: "State", cell: ({ state }) => <Chip tone={STATES[state].tone}>{STATES[state].word}</Chip> },
  { label: "Invited", cell: ({ createdAt }) => <Moment at={createdAt} say={formatDate} /> },
  { label: "Expires", cell: ({ endsAt }) => <Moment at={endsAt} say={formatDate} /> },
  {
    label: "Actions",
    hasActions: true,
    cell: ({ _id, email, state }) =>
      state === "open" ? (
        <ActionButton fields={{ intent: "revoke", inviteId: _id }}>
          Revoke <span className="sr-only">the invitation of {email}</span>
        </ActionButton>
      ) : null,
  },
];

export default function InvitationsPage() {
  const { isSent, list } = useLoaderData<typeof loader>();
  const done = useActionData<FormFailure | { lines: string[] }>();
  return (
    <Page>
      <PageHeader title="Invitations" lead="Each address gets a link by email, for one account.">
        <HeaderLink to="/settings/invites">Links to pass on</HeaderLink>
      </PageHeader>
      <div className="mb-6 space-y-4 empty:hidden">
        {isSent ? null : <Notice type="error">{OPERATIONS_MESSAGES.mailIsOff}</Notice>}
        {done && "lines" in done ? (
          <Notice>
            {done.lines.map((line) => (
              <p key={line} className="wrap-anywhere">
                {line}
              </p>
            ))}
          </Notice>
        ) : null}
      </div>
      <PageForm intent="invite" once initial={{ days: 30 }} key={list.rows[0]?._id} className="max-w-form">
        <TextArea
          name="emails"
          label="Email addresses"
          hint={`Up to ${INVITATION_LIMITS.addresses}, typed or pasted from a list or a CSV file.`}
          rows={6}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          name="days"
          label="Days until they expire"
          hint={`1 to ${INVITE_LIMITS.days}.`}
          type="number"
          min={1}
          max={INVITE_LIMITS.days}
          inputMode="numeric"
        />
        <SubmitButton busy="Inviting…">Invite</SubmitButton>
      </PageForm>
      {list.total > 0 ? (
        <Section id="invited" title="Invited addresses">
          <Table caption={plural(list.total, "invitation")} columns={COLUMNS} rows={list.rows} />
          <Pagination {...list} anchor="invited" />
        </Section>
      ) : null}
    </Page>
  );
}
