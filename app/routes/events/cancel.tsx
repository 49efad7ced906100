import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cancelConfirmation } from "~/features/events/components/decision-links";
import { cancelEvent } from "~/features/events/decisions.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { getEventToCancel } from "~/features/events/queries.server";
import { cancellationInput } from "~/features/events/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Cancel event")];

export const loader = pageLoader(
  withMemberAndId("eventId", EVENT_NOT_FOUND, (viewer, id) => {
    const { takesPlace, ...event } = getEventToCancel(id, viewer);
    if (!takesPlace) throw redirect(`/events/${id}`);
    return event;
  }),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: EVENT_MESSAGES.cancelFailed,
  run: withMemberAndId("eventId", EVENT_NOT_FOUND, async (viewer, id, { request }) => {
    const { reason, scope } = await readInput(request, cancellationInput);
    const isPending = cancelEvent(viewer, id, reason, scope);
    return redirectWithToast(`/events/${id}`, isPending ? EVENT_MESSAGES.reasonWaits : EVENT_MESSAGES.cancelled);
  }),
});

export const clientAction = formClientAction(EVENT_MESSAGES.cancelFailed);

export default function CancelEventPage() {
  const event = useLoaderData<typeof loader>();
  return <ConfirmPage {...cancelConfirmation(event)} cancelTo={`/events/${event.id}`} />;
}
