import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { getGaragePage } from "~/features/garages/queries.server";
import { PeopleList } from "~/features/social/components/people-list";
import { PEOPLE_PER_PAGE } from "~/features/social/limits";
import { listGarageFollowers } from "~/features/social/reactions.server";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { isolate, plural } from "~/lib/text";
import { pageTitle, siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { BackLink, Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches)];
  const description = `Members of ${siteNameOf(page.matches)} who follow ${data.name}.`;
  const tags = shareMeta(page, { title: `Who follows ${data.name}`, description, queryDefaults: { page: "1" } });
  return [...tags, { name: "robots", content: "noindex" }];
};

export const loader = pageLoader(async ({ request, context, params }) => {
  const id = requireId(params.garageId, GARAGE_NOT_FOUND);
  const { name, ownerId, followerCount } = getGaragePage(id, await getViewer({ request, context }));
  const page = parsePage(new URL(request.url).searchParams, PEOPLE_PER_PAGE);
  return { id, name, people: listGarageFollowers({ id: ownerId, followerCount }, page) };
});

export default function Followers() {
  const { id, name, people } = useLoaderData<typeof loader>();
  return (
    <Page>
      <BackLink to={`/garages/${id}`}>{name}</BackLink>
      <PageHeader
        title="Followers"
        lead={`${plural(people.total, "member follows", "members follow")} ${isolate(name)}.`}
      />
      <PeopleList
        people={people}
        none="No followers yet."
        back={{ to: `/garages/${id}`, label: "Back to the garage" }}
      />
    </Page>
  );
}
