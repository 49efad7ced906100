import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ActionButton } from "~/features/accounts/components/queue";
import {
  type Invitation,
  type InvitationResult,
  invitationsInput,
  inviteByMail,
  listInvitations,
  revokeInvitation,
} from "~/features/accounts/registration/invitations.server";
import {
  INVITATION_LIMITS,
  INVITATION_MESSAGES,
  INVITE_LIMITS,
  REGISTRATION_MESSAGES,
} from "~/features/accounts/registration/limits";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readForm, readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
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
import { HeaderLink, Page, PageHeader, Section } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Invitations")];

const PER_PAGE = 50;
const HERE = "/admin/invitations";

export const loader = pageLoader(async (args) =>
  listInvitations(await requireUser(args), parsePage(new URL(args.request.url).searchParams, PER_PAGE)),
);

function resultText({ invited, members, waiting, refused }: InvitationResult): string {
  return [
    invited === 0 ? "Nobody was invited." : `${plural(invited, "invitation")} sent.`,
    ...(members > 0 ? [`${plural(members, "address has", "addresses have")} an account already.`] : []),
    ...(waiting > 0 ? [`${plural(waiting, "address has", "addresses have")} an open invitation.`] : []),
    ...(refused > 0 ? [`${plural(refused, "address is", "addresses are")} blocked.`] : []),
  ].join(" ");
}

async function invite(args: ActionFunctionArgs) {
  const result = inviteByMail(await requireUser(args), await readInput(args.request, invitationsInput));
  return redirectWithToast(HERE, resultText(result), result.invited > 0 ? "success" : "error");
}

async function revoke(args: ActionFunctionArgs) {
  const id = requireId((await readForm(args.request)).values.inviteId, REGISTRATION_MESSAGES.noInvite);
  revokeInvitation(await requireUser(args), id);
  return redirectWithToast(HERE, REGISTRATION_MESSAGES.inviteRevoked);
}

export const action = formActions(
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
  { label: "Sent", cell: ({ createdAt }) => <Moment at={Date.parse(createdAt)} say={formatDate} /> },
  { label: "Expires", cell: ({ endsAt }) => <Moment at={Date.parse(endsAt)} say={formatDate} /> },
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
  const list = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Invitations" lead="Each address gets a link by email, for one account.">
        <HeaderLink to="/settings/invites">Links to pass on</HeaderLink>
      </PageHeader>
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
        <SubmitButton busy="Sending…">Send invitations</SubmitButton>
      </PageForm>
      {list.total > 0 ? (
        <Section id="sent" title="Sent">
          <Table
            caption={plural(list.total, "invitation")}
            columns={COLUMNS}
            rows={list.rows}
            rowKey={({ _id }) => _id}
          />
          <Pagination {...list} anchor="sent" />
        </Section>
      ) : null}
    </Page>
  );
}
