import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getEventPlaces, placeEvent } from "~/features/events/place.server";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
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

export const meta: MetaFunction = () => [{ title: "Your event on the map · Paddock" }];

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  const id = requireId(params.eventId, EVENT_NOT_FOUND);
  const q = new URL(request.url).searchParams.get("q") ?? "";
  return { id, ...getEventPlaces(id, viewer, q) };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: PLACE_MESSAGES.failed,
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.eventId, EVENT_NOT_FOUND);
    const { placeId } = decode(placeChoice, (await readForm(request)).values);
    placeEvent(viewer, id, placeId);
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
