import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getGaragePlaces, placeGarage } from "~/features/garages/commands.server";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { PlaceChoice } from "~/features/places/components/place-choice";
import { PLACE_MESSAGES } from "~/features/places/placement";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { isolate } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { Page, PageHeader } from "~/ui/layout/page";
import { choicesFor, readPlaceId } from "./choose.server";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Your garage on the map")];

export const loader = pageLoader(
  withMemberAndId("garageId", GARAGE_NOT_FOUND, (viewer, id, { request }) => {
    return { id, ...choicesFor(request, (search) => getGaragePlaces(id, viewer, search)) };
  }),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: PLACE_MESSAGES.failed,
  run: withMemberAndId("garageId", GARAGE_NOT_FOUND, async (viewer, id, { request }) => {
    placeGarage(viewer, id, await readPlaceId(request));
    return redirectWithToast(`/garages/${id}/edit`, PLACE_MESSAGES.saved);
  }),
});

export const clientAction = formClientAction(PLACE_MESSAGES.failed);

export default function GaragePlace() {
  const { id, name, ...choice } = useLoaderData<typeof loader>();
  const lead = choice.location === "" ? name : `${isolate(name)}: “${isolate(choice.location)}”`;
  return (
    <Page narrow>
      <PageHeader title="Your garage on the map" lead={lead} />
      <PlaceChoice choice={choice} cancelTo={`/garages/${id}/edit`} />
    </Page>
  );
}
