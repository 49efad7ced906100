import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getEventPlaces, placeEvent } from "~/features/events/place.server";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { PlaceChoice } from "~/features/places/components/place-choice";
import { PLACE_MESSAGES } from "~/features/places/placing";
import { pageAction, pageLoader } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { requireId } from "~/lib/ids";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";
import { choicesFor, readPlaceId } from "./choose.server";

export const meta: MetaFunction = () => [{ title: "Your event on the map · Paddock" }];

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  const id = requireId(params.eventId, EVENT_NOT_FOUND);
  return { id, ...choicesFor(request, (search) => getEventPlaces(id, viewer, search)) };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: PLACE_MESSAGES.failed,
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.eventId, EVENT_NOT_FOUND);
    placeEvent(viewer, id, await readPlaceId(request));
    return redirectWithToast(`/events/${id}`, PLACE_MESSAGES.saved);
  },
});

export const clientAction = keepTyped(PLACE_MESSAGES.failed);

export default function EventPlace() {
  const { id, title, ...choice } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="The event on the map" lead={`${title}: “${choice.location}”`} />
      <PlaceChoice choice={choice} cancelTo={`/events/${id}`} />
    </Page>
  );
}
