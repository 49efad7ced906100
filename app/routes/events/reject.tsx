import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { rejectConfirmation } from "~/features/events/components/decision-links";
import { rejectEvent } from "~/features/events/decisions.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { rejectionInput } from "~/features/events/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";
import { loadDecision, readDecision } from "./decision.server";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Reject event")];

export const loader = pageLoader(loadDecision);

export const action = pageAction({
  audience: "staff",
  limit: "moderate",
  failed: EVENT_MESSAGES.decisionFailed,
  run: async (args) => {
    const { viewer, id, revision, returnTo } = await readDecision(args);
    const { reason } = await readInput(args.request, rejectionInput);
    return redirectWithToast(returnTo, rejectEvent(viewer, id, reason, revision));
  },
});

export const clientAction = formClientAction(EVENT_MESSAGES.decisionFailed);

export default function RejectEventPage() {
  const { event, returnTo, cancelTo } = useLoaderData<typeof loader>();
  return <ConfirmPage {...rejectConfirmation(event, returnTo)} cancelTo={cancelTo} />;
}
