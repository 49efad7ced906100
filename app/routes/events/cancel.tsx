import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cancelEvent } from "~/features/events/cancel.server";
import { cancelStep } from "~/features/events/components/cancel-link";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { getEventToCancel } from "~/features/events/queries.server";
import { cancellationInput } from "~/features/events/schema.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Cancel event · Paddock" }];

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  const { takesPlace, ...event } = getEventToCancel(requireId(params.eventId, EVENT_NOT_FOUND), viewer);
  if (!takesPlace) throw redirect(`/events/${event.id}`);
  return event;
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: EVENT_MESSAGES.cancelFailed,
  keepsWords: true,
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.eventId, EVENT_NOT_FOUND);
    const { reason } = decode(cancellationInput, (await readForm(request)).values);
    cancelEvent(viewer, id, reason);
    return redirectWithToast(`/events/${id}`, EVENT_MESSAGES.cancelled);
  },
});

export const clientAction = keepTyped(EVENT_MESSAGES.cancelFailed);

export default function CancelEventPage() {
  const event = useLoaderData<typeof loader>();
  return (
    <Page>
      <ConfirmPage {...cancelStep(event)} cancelTo={`/events/${event.id}`} />
    </Page>
  );
}
