import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { approveStep } from "~/features/events/components/decision-links";
import { approveEvent } from "~/features/events/decisions.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { pageAction, pageLoader } from "~/http/page.server";
import { redirectWithToast } from "~/http/toast.server";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";
import { loadDecision, readDecision } from "./decision.server";

export const meta: MetaFunction = () => [{ title: "Approve event · Paddock" }];

export const loader = pageLoader(loadDecision);

export const action = pageAction({
  audience: "admin",
  body: "text",
  limit: "moderate",
  failed: EVENT_MESSAGES.decisionFailed,
  run: async (args) => {
    const { viewer, id, revision, returnTo } = await readDecision(args);
    approveEvent(viewer, id, revision);
    return redirectWithToast(returnTo, EVENT_MESSAGES.approved);
  },
});

export const clientAction = keepTyped(EVENT_MESSAGES.decisionFailed);

export default function ApproveEventPage() {
  const { event, returnTo, cancelTo } = useLoaderData<typeof loader>();
  return (
    <Page>
      <ConfirmPage {...approveStep(event, returnTo)} cancelTo={cancelTo} />
    </Page>
  );
}
