import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/features/accounts/policy";
import { listAudit, listAuditChoices } from "~/features/moderation/audit.server";
import { AuditFilter } from "~/features/moderation/components/audit-filter";
import { AuditTable } from "~/features/moderation/components/audit-table";
import { auditQuery } from "~/features/moderation/schema.server";
import { pageLoader } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";
import { plural } from "~/lib/text";
import { ButtonLink } from "~/ui/button";
import { ArrowLeftIcon } from "~/ui/icons";
import { EmptyState, Page, PageHeader } from "~/ui/page";
import { Pagination } from "~/ui/pagination";

export const meta: MetaFunction = () => [{ title: "Log · Paddock" }];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request }) => {
  const viewer = await requireUser(request);
  requireAdmin(viewer);
  const params = new URL(request.url).searchParams;
  const asked = decode(auditQuery, Object.fromEntries(params));
  return { asked, choices: listAuditChoices(viewer), list: listAudit(viewer, asked, parsePage(params, PER_PAGE)) };
});

export default function AdminLog() {
  const { asked, choices, list } = useLoaderData<typeof loader>();
  const filtered = Object.values(asked).some((value) => value !== "");
  return (
    <Page>
      <Link to="/admin" className="link inline-flex min-h-11 items-center gap-2">
        <ArrowLeftIcon className="size-4" /> Admin Dashboard
      </Link>
      <PageHeader title="Log" lead="Everything that admins have done. Entries cannot be changed or deleted." />
      {filtered || list.total > 0 ? (
        <AuditFilter key={JSON.stringify(asked)} asked={asked} choices={choices} filtered={filtered} />
      ) : null}
      {list.rows.length > 0 ? (
        <AuditTable caption={plural(list.total, "entry", "entries")} rows={list.rows} />
      ) : (
        <Nothing filtered={filtered || list.total > 0} />
      )}
      <Pagination {...list} />
    </Page>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (!filtered) return <EmptyState title="Nothing yet">Everything that admins do will appear here.</EmptyState>;
  return <EmptyState title="No matching entries" action={<ButtonLink to="/admin/log">Show all entries</ButtonLink>} />;
}
