import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getEventPlaces, placeEvent } from "~/features/events/place.server";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { messageAfter } from "~/features/holds/holding.server";
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

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Your event on the map")];

export const loader = pageLoader(
  withMemberAndId("eventId", EVENT_NOT_FOUND, (viewer, id, { request }) => {
    return { id, ...choicesFor(request, (search) => getEventPlaces(id, viewer, search)) };
  }),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: PLACE_MESSAGES.failed,
  run: withMemberAndId("eventId", EVENT_NOT_FOUND, async (viewer, id, { request }) => {
    placeEvent(viewer, id, await readPlaceId(request));
    return redirectWithToast(`/events/${id}`, messageAfter("event", id, PLACE_MESSAGES.saved));
  }),
});

export const clientAction = formClientAction(PLACE_MESSAGES.failed);

export default function EventPlace() {
  const { id, title, ...choice } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="The event on the map" lead={`${isolate(title)}: “${isolate(choice.location)}”`} />
      <PlaceChoice choice={choice} cancelTo={`/events/${id}`} />
    </Page>
  );
}
