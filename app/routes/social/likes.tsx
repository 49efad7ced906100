import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { seenParams } from "~/features/accounts/policy";
import { PeopleList } from "~/features/social/components/people-list";
import { PEOPLE_PER_PAGE } from "~/features/social/limits";
import { listLikers } from "~/features/social/reactions.server";
import { BackToVehicle } from "~/features/vehicles/components/back-to-vehicle";
import { vehicleName } from "~/features/vehicles/name";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { getVehicleFacts } from "~/features/vehicles/queries.server";
import { pageLoader } from "~/http/page/page.server";
import { getViewer } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";
import { isolate, plural } from "~/lib/text";
import { pageTitle, siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches)];
  const tags = shareMeta(page, {
    title: `Who likes the ${data.name}`,
    description: `Members of ${siteNameOf(page.matches)} who like the ${data.name}.`,
    image: data.coverPhoto,
    imageAlt: data.name,
    queryDefaults: { page: "1" },
  });
  return [...tags, { name: "robots", content: "noindex" }];
};

export const loader = pageLoader(async ({ request, context, params }) => {
  const vehicle = getVehicleFacts(
    requireId(params.vehicleId, VEHICLE_NOT_FOUND),
    seenParams(await getViewer({ request, context })),
  );
  const people = listLikers(vehicle, parsePage(new URL(request.url).searchParams, PEOPLE_PER_PAGE));
  return { id: vehicle.id, name: vehicleName(vehicle), coverPhoto: vehicle.coverPhoto, people };
});

export default function Likes() {
  const { id, name, people } = useLoaderData<typeof loader>();
  return (
    <Page>
      <BackToVehicle id={id} name={name} />
      <PageHeader
        title="Likes"
        lead={`${plural(people.total, "member likes", "members like")} the ${isolate(name)}.`}
      />
      <PeopleList people={people} none="No likes yet." back={{ to: `/vehicles/${id}`, label: "Back to the vehicle" }} />
    </Page>
  );
}
