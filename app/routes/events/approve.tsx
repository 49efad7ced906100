import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { approveConfirmation } from "~/features/events/components/decision-links";
import { approveEvent } from "~/features/events/decisions.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";
import { loadDecision, readDecision } from "./decision.server";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Approve event")];

export const loader = pageLoader(loadDecision);

export const action = pageAction({
  audience: "staff",
  limit: "moderate",
  failed: EVENT_MESSAGES.decisionFailed,
  run: async (args) => {
    const { viewer, id, revision, returnTo } = await readDecision(args);
    return redirectWithToast(returnTo, await approveEvent(viewer, id, revision));
  },
});

export const clientAction = formClientAction(EVENT_MESSAGES.decisionFailed);

export default function ApproveEventPage() {
  const { event, returnTo, cancelTo } = useLoaderData<typeof loader>();
  return <ConfirmPage {...approveConfirmation(event, returnTo)} cancelTo={cancelTo} />;
}
