import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getGaragePlaces, placeGarage } from "~/features/garages/place.server";
import { GARAGE_NOT_FOUND } from "~/features/garages/policy";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { PLACE_MESSAGES } from "~/lib/placing";
import { placeChoice } from "~/lib/placing-schema.server";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";
import { PlaceChoice } from "~/ui/place-choice";

export const meta: MetaFunction = () => [{ title: "Your garage on the map · Paddock" }];

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  const id = requireId(params.garageId, GARAGE_NOT_FOUND);
  const q = new URL(request.url).searchParams.get("q") ?? "";
  return { id, ...getGaragePlaces(id, viewer, q) };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: PLACE_MESSAGES.failed,
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.garageId, GARAGE_NOT_FOUND);
    const { placeId } = decode(placeChoice, (await readForm(request)).values);
    placeGarage(viewer, id, placeId);
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
