import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getGaragePlaces, placeGarage } from "~/features/garages/place.server";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { PlaceChoice } from "~/features/places/components/place-choice";
import { PLACE_MESSAGES } from "~/features/places/placing";
import { pageAction, pageLoader } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { requireId } from "~/lib/ids";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";
import { choicesFor, readPlaceId } from "./choose.server";

export const meta: MetaFunction = () => [{ title: "Your garage on the map · Paddock" }];

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  const id = requireId(params.garageId, GARAGE_NOT_FOUND);
  return { id, ...choicesFor(request, (search) => getGaragePlaces(id, viewer, search)) };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: PLACE_MESSAGES.failed,
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.garageId, GARAGE_NOT_FOUND);
    placeGarage(viewer, id, await readPlaceId(request));
    return redirectWithToast(`/garages/${id}/edit`, PLACE_MESSAGES.saved);
  },
});

export const clientAction = keepTyped(PLACE_MESSAGES.failed);

export default function GaragePlace() {
  const { id, name, ...choice } = useLoaderData<typeof loader>();
  const lead = choice.location === "" ? name : `${name}: “${choice.location}”`;
  return (
    <Page narrow>
      <PageHeader title="Your garage on the map" lead={lead} />
      <PlaceChoice choice={choice} cancelTo={`/garages/${id}/edit`} />
    </Page>
  );
}
