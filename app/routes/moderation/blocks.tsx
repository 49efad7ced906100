import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ActionButton } from "~/features/accounts/components/queue";
import { BLOCK_DAYS, NETWORK_LIMITS, NETWORK_MESSAGES } from "~/features/administration/limits";
import {
  blockNetwork,
  listNetworkBlocks,
  type NetworkBlock,
  networkBlockInput,
  unblockNetwork,
} from "~/features/administration/networks.server";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readForm, readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { plural } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field, SelectField } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { EmptyState, Page, PageHeader, Section } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Blocked networks")];

export const loader = pageLoader(async (args) => ({ blocks: listNetworkBlocks(await requireUser(args)) }));

const HERE = "/admin/blocks";

async function block(args: ActionFunctionArgs) {
  const { network } = blockNetwork(await requireUser(args), await readInput(args.request, networkBlockInput));
  return redirectWithToast(HERE, `${network} is blocked.`);
}

async function unblock(args: ActionFunctionArgs) {
  const id = requireId((await readForm(args.request)).values.blockId, NETWORK_MESSAGES.gone);
  const { network } = unblockNetwork(await requireUser(args), id);
  return redirectWithToast(HERE, `${network} is no longer blocked.`);
}

export const action = formActions(
  { audience: "admin", body: "text", limit: "moderate" },
  {
    block: { run: block, failed: NETWORK_MESSAGES.failed, deduplicateBy: "fields" },
    unblock: { run: unblock },
  },
);

export const clientAction = formClientAction(NETWORK_MESSAGES.failed);

const COLUMNS: Column<NetworkBlock>[] = [
  { label: "Network", isRowName: true, cell: ({ network }) => <code className="wrap-anywhere">{network}</code> },
  { label: "Reason", cell: ({ reason }) => reason },
  { label: "Since", cell: ({ createdAt }) => <Moment at={createdAt} say={formatDate} /> },
  { label: "Ends", cell: ({ endsAt }) => (endsAt ? <Moment at={endsAt} say={formatDate} /> : "Until it is undone") },
  {
    label: "Actions",
    hasActions: true,
    cell: ({ _id, network }) => (
      <ActionButton fields={{ intent: "unblock", blockId: _id }}>
        Unblock <span className="sr-only">{network}</span>
      </ActionButton>
    ),
  },
];

export default function BlocksPage() {
  const { blocks } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader
        title="Blocked networks"
        lead="Nobody signs up, posts or uploads from these. They can still read and log in. Admins are exempt."
      />
      <Table
        caption={plural(blocks.length, "blocked network")}
        columns={COLUMNS}
        rows={blocks}
        empty={<EmptyState title="No network is blocked." />}
      />
      <Section id="new-block" title="Block a network">
        <PageForm intent="block" once initial={{ days: "7" }} key={blocks.at(-1)?._id} className="max-w-form">
          <Field
            name="network"
            label="Address or network"
            hint="Such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32. The server’s log has the addresses."
            maxLength={50}
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field name="reason" label="Reason" hint="Only admins see it." maxLength={NETWORK_LIMITS.reason} />
          <SelectField name="days" label="How long" options={BLOCK_DAYS} />
          <SubmitButton busy="Blocking…">Block network</SubmitButton>
        </PageForm>
      </Section>
    </Page>
  );
}
