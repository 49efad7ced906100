import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getInstallation } from "~/features/operations/about.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { plural } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { Fact } from "~/ui/facts";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { type Column, Table } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "About this installation")];

export const loader = pageLoader(async (args) => getInstallation(await requireUser(args)));

type Setting = ReturnType<typeof getInstallation>["settings"][number];

const COLUMNS: Column<Setting>[] = [
  { label: "Name", isRowName: true, cell: ({ name }) => <code>{name}</code> },
  { label: "Value", cell: ({ value }) => <code className="wrap-anywhere">{value}</code> },
];

export default function AboutPage() {
  const { version, commit, node, sqlite, startedAt, migration, settings } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="About this installation" />
      <dl className="mb-10 grid grid-cols-2 gap-x-8 gap-y-4 lg:grid-cols-3">
        <Fact label="Version">Paddock {version}</Fact>
        <Fact label="Commit">{commit === "" ? "Unknown" : <code>{commit}</code>}</Fact>
        <Fact label="Running since">
          <Moment at={startedAt} />
        </Fact>
        <Fact label="Node">{node}</Fact>
        <Fact label="SQLite">{sqlite}</Fact>
        <Fact label="Newest migration">{migration === null ? "None" : <code>{migration}</code>}</Fact>
      </dl>
      <Section id="settings" title="Settings">
        <Table
          caption={`${plural(settings.length, "setting differs", "settings differ")} from the default`}
          columns={COLUMNS}
          rows={settings}
          rowKey={({ name }) => name}
          empty="Every setting has its default."
        />
      </Section>
    </Page>
  );
}
