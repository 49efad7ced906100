import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ManyForm } from "~/features/administration/components/many-form";
import { UserTable } from "~/features/moderation/components/user-table";
import { JOINED, MODERATION_LIMITS, SEEN, STORAGE_FROM, USER_ROLES, USER_STATES } from "~/features/moderation/policy";
import { listUsers } from "~/features/moderation/queries.server";
import { userQuery } from "~/features/moderation/schema.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { parsePage } from "~/lib/paging";
import { isolate, plural } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { choicesOf, FilterForm, FilterInput, FilterLists } from "~/ui/filters/filter-form";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState, Page, PageHeader } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";
import { CsvLink } from "~/ui/tables/table";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Members")];

const PER_PAGE = 50;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const params = new URL(request.url).searchParams;
  const query = decode(userQuery, Object.fromEntries(params));
  return { ownId: viewer.id, asked: query, users: listUsers(viewer, query, parsePage(params, PER_PAGE)) };
});

const FILTERS = [
  ["role", "Role", USER_ROLES],
  ["status", "Status", USER_STATES],
  ["joined", "Joined", JOINED],
  ["seen", "Last seen", SEEN],
  ["storage", "Storage", STORAGE_FROM],
] as const;

export default function UsersPage() {
  const { ownId, asked: query, users } = useLoaderData<typeof loader>();
  const { sort, ...filters } = query;
  return (
    <Page>
      <PageHeader title="Members" />
      <FilterForm
        key={JSON.stringify(query)}
        label="Members"
        all="/admin/users"
        isFiltered={Object.values(filters).some(Boolean)}
        choices={[query.q && isolate(query.q), ...choicesOf(FILTERS, query)]}
        sort={sort}
      >
        <FilterInput
          id="user-search"
          name="q"
          label="Name or email"
          defaultValue={query.q}
          maxLength={MODERATION_LIMITS.search}
        />
        <FilterLists of="user" lists={FILTERS} query={query} />
      </FilterForm>
      {users.rows.length > 0 ? (
        <>
          <UserTable caption={plural(users.total, "member")} rows={users.rows} sort={sort} ownId={ownId} />
          <ManyForm list="/admin/users" />
        </>
      ) : (
        <EmptyState title="No matching members." action={<ButtonLink to="/admin/users">Show all members</ButtonLink>} />
      )}
      <Pagination {...users} />
      <CsvLink />
    </Page>
  );
}
