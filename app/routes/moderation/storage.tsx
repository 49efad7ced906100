import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { getStorage } from "~/features/operations/storage.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { formatBytes } from "~/lib/text";
import { formatDate } from "~/lib/time";
import { Chip } from "~/ui/chip";
import { pageTitle } from "~/ui/document/page-title";
import { Fact } from "~/ui/facts";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Storage")];

export const loader = pageLoader(async (args) => getStorage(await requireUser(args)));

type Storage = Awaited<ReturnType<typeof getStorage>>;

const COLUMNS: Column<Storage["largest"][number]>[] = [
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

const grownBy = (bytes: number) => `${bytes < 0 ? "−" : "+"}${formatBytes(Math.abs(bytes))}`;

export default function StoragePage() {
  const { photos, database, disks, growth, defaultQuota, largest } = useLoaderData<typeof loader>();
  const since = growth && formatDate(Date.parse(growth.since));
  return (
    <Page>
      <PageHeader title="Storage" />
      <dl className="mb-10 grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-3">
        <Fact label="Photos">
          {formatBytes(photos)}
          {growth ? <Grown by={growth.photos} since={since} /> : null}
        </Fact>
        <Fact label="Database">
          {formatBytes(database)}
          {growth ? <Grown by={growth.database} since={since} /> : null}
        </Fact>
        {disks.map(({ holds, free, size, nearlyFull }) => (
          <Fact key={holds} label={disks.length === 1 ? "Free disk" : `Free disk of the ${holds}`}>
            {formatBytes(free)} of {formatBytes(size)} {nearlyFull ? <Chip tone="waiting">Nearly full</Chip> : null}
          </Fact>
        ))}
        <Fact label="Quota per member">{formatBytes(defaultQuota)}, or as set on the member’s page</Fact>
      </dl>
      {growth ? null : <p className="mb-10 text-grey">Growth is shown after the first day.</p>}
      <Section id="largest" title="Largest members">
        {largest.length === 0 ? (
          <p>No member has photos.</p>
        ) : (
          <Table caption="By photos" columns={COLUMNS} rows={largest} rowKey={({ _id }) => _id} />
        )}
      </Section>
    </Page>
  );
}

function Grown({ by, since }: { by: number; since: string | null }) {
  return (
    <span className="block text-sm text-grey">
      {grownBy(by)} since {since}
    </span>
  );
}
