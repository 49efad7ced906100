import { Link } from "@remix-run/react";
import { ROLES } from "~/features/accounts/policy";
import { formatBytes, isolate } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { EmailAddress } from "~/ui/email-address";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";
import { tickColumn } from "~/ui/tables/ticks";
import type { UserRowView } from "../queries.server";

const COLUMNS: Column<UserRowView>[] = [
  {
    label: "Name",
    isRowName: true,
    sort: { ascending: "name" },
    cell: ({ id, name, email }) => (
      <>
        <Link to={`/admin/users/${id}`} className="link">
          <bdi>{name}</bdi>
        </Link>{" "}
        <span className="block text-sm font-normal text-grey">
          <EmailAddress address={email} />
        </span>
      </>
    ),
  },
  {
    label: "Joined",
    sort: { ascending: "createdAt", descending: "-createdAt" },
    cell: ({ createdAt }) => <Moment at={createdAt} say={formatDate} />,
  },
  {
    label: "Last seen",
    sort: { ascending: "lastSeenAt", descending: "-lastSeenAt" },
    cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} say={formatDate} />,
  },
  {
    label: "Storage",
    sort: { ascending: "storage", descending: "-storage" },
    cell: ({ storageBytes }) => formatBytes(storageBytes),
  },
  { label: "Role", sort: { ascending: "role" }, cell: ({ role }) => ROLES[role] },
  { label: "Status", sort: { ascending: "status" }, cell: (row) => <AccountChip {...row} /> },
];

const tick = (ownId: number) =>
  tickColumn<UserRowView>(
    ({ id }) => (id === ownId ? undefined : id),
    ({ name }) => isolate(name),
  );

interface UserTableProps {
  caption: string;
  rows: UserRowView[];
  sort?: string;
  /** With it all other rows can be ticked. */
  ownId?: number;
}

export function UserTable({ ownId, ...props }: UserTableProps) {
  return <Table {...props} columns={ownId === undefined ? COLUMNS : [tick(ownId), ...COLUMNS]} />;
}

function AccountChip({ active, isSuspended }: UserRowView) {
  if (!active) return <Chip tone="over">Deactivated</Chip>;
  return isSuspended ? <Chip tone="waiting">Suspended</Chip> : <Chip tone="done">Active</Chip>;
}
