import { Link } from "@remix-run/react";
import { ROLES } from "~/features/accounts/policy";
import { formatDate } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { EmailAddress } from "~/ui/email-address";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";
import type { UserRowView } from "../queries.server";
import { AccountSwitches } from "./account-switch";

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
  { label: "Garage", cell: (row) => <GarageOf {...row} /> },
  {
    label: "Joined",
    sort: { ascending: "createdAt", descending: "-createdAt" },
    cell: ({ createdAt }) => <Moment at={createdAt} say={formatDate} />,
  },
  { label: "Role", sort: { ascending: "role" }, cell: ({ role }) => ROLES[role] },
  { label: "Status", sort: { ascending: "status" }, cell: (row) => <AccountChip {...row} /> },
  {
    label: "Actions",
    hasActions: true,
    cell: (row) =>
      row.viewerCanChangeActive ? (
        <AccountSwitches account={row} />
      ) : (
        <span className="block text-sm text-grey md:text-right">You</span>
      ),
  },
];

/** Deactivated users have no public page. */
function GarageOf({ garage, active }: UserRowView) {
  if (garage === null) return <span className="text-grey">None</span>;
  if (!active) return garage.name;
  return (
    <Link to={`/garages/${garage.id}`} className="link">
      <bdi>{garage.name}</bdi>
    </Link>
  );
}

export function UserTable({ caption, rows, sort }: { caption: string; rows: UserRowView[]; sort: string }) {
  return <Table caption={caption} columns={COLUMNS} rows={rows} rowKey={({ id }) => id} sort={sort} />;
}

function AccountChip({ active }: UserRowView) {
  return active ? <Chip tone="done">Active</Chip> : <Chip tone="over">Deactivated</Chip>;
}
