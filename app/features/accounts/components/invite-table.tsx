import { formatCount, plural } from "~/lib/text";
import { formatDate, toIso } from "~/lib/time";
import { CopyButton } from "~/ui/copy-button";
import { type Confirmation, ConfirmLink } from "~/ui/forms/confirm";
import { type Column, Table } from "~/ui/tables/table";
import type { InviteView } from "../registration/queries.server";

export function revokeConfirmation({ id, link }: InviteView): Confirmation {
  return {
    to: `/settings/invites/${id}/revoke`,
    question: "Revoke this invite?",
    consequence: (
      <>
        The link <span className="break-all">{link}</span> will stop working. Accounts already created with it stay.
      </>
    ),
    act: "Revoke invite",
  };
}

const COLUMNS: Column<InviteView>[] = [
  {
    label: "Link",
    isRowName: true,
    cell: ({ link }) => (
      <input
        className="input font-normal"
        type="text"
        readOnly
        value={link}
        aria-label="Link"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    ),
  },
  { label: "Uses left", cell: ({ uses }) => formatCount(uses) },
  {
    label: "Expires",
    cell: ({ endsAt }) => (
      <time dateTime={toIso(endsAt)} className="md:whitespace-nowrap">
        {formatDate(endsAt)}
      </time>
    ),
  },
  {
    label: "Actions",
    hasActions: true,
    cell: (invite) => (
      <div className="flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
        <CopyButton text={invite.link} done="Link copied" />
        <ConfirmLink confirm={revokeConfirmation(invite)} kind="secondary" small className="md:whitespace-nowrap">
          Revoke <span className="sr-only">the invite that expires on {formatDate(invite.endsAt)}</span>
        </ConfirmLink>
      </div>
    ),
  },
];

export function InviteTable({ rows, total }: { rows: InviteView[]; total: number }) {
  return <Table caption={plural(total, "open invite")} columns={COLUMNS} rows={rows} />;
}
