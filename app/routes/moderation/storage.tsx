import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { getStorage, type StorageView } from "~/features/operations/storage.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { formatBytes, plural } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { pageTitle } from "~/ui/document/page-title";
import { Fact } from "~/ui/facts";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Storage")];

export const loader = pageLoader(async (args) => getStorage(await requireUser(args)));

const COLUMNS: Column<StorageView["largest"][number]>[] = [
  {
    label: "Member",
    isRowName: true,
    cell: ({ _id, name }) => (
      <Link to={`/admin/users/${_id}`} className="link">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { label: "Photos", cell: ({ bytes }) => formatBytes(bytes) },
  { label: "Quota", cell: ({ quota }) => formatBytes(quota) },
];

const MAX_DAYS = 5 * 365;

function forecast(growth: StorageView["growth"]): string {
  if (growth === null) return "A forecast needs a day of records. Sizes are recorded once a day.";
  const { daysLeft } = growth;
  if (daysLeft === null) return "Photos and database are not growing.";
  if (daysLeft > MAX_DAYS) return "At this rate the disk lasts for more than five years.";
  return `At this rate the disk is full in about ${plural(daysLeft, "day")}.`;
}

export default function StoragePage() {
  const { photos, database, disks, growth, defaultQuota, largest } = useLoaderData<typeof loader>();
  const grown = (bytes: number | undefined) =>
    growth === null || bytes === undefined ? null : (
      <span className="block text-sm text-grey">
        {bytes < 0 ? "−" : "+"}
        {formatBytes(Math.abs(bytes))} since {formatDate(Date.parse(growth.since))}
      </span>
    );
  return (
    <Page>
      <PageHeader title="Storage" lead={forecast(growth)} />
      <dl className="mb-10 grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-3">
        <Fact label="Photos">
          {formatBytes(photos)} {grown(growth?.photos)}
        </Fact>
        <Fact label="Database">
          {formatBytes(database)} {grown(growth?.database)}
        </Fact>
        {disks.map(({ holds, free, size, nearlyFull }) => (
          <Fact key={holds} label={disks.length === 1 ? "Free disk" : `Free disk of the ${holds}`}>
            {formatBytes(free)} of {formatBytes(size)} {nearlyFull ? <Chip tone="waiting">Nearly full</Chip> : null}
          </Fact>
        ))}
        <Fact label="Quota per member">{formatBytes(defaultQuota)}, or as set on the member’s page</Fact>
      </dl>
      <Section id="largest" title="Largest members">
        <Table
          caption="By photos"
          columns={COLUMNS}
          rows={largest}
          rowKey={({ _id }) => _id}
          empty="No member has photos."
        />
      </Section>
    </Page>
  );
}
