import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { rejectStep } from "~/features/events/components/decision-links";
import { rejectEvent } from "~/features/events/decisions.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { rejectionInput } from "~/features/events/schema.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";
import { loadDecision, readDecision } from "./decision.server";

export const meta: MetaFunction = () => [{ title: "Reject event · Paddock" }];

export const loader = pageLoader(loadDecision);

export const action = pageAction({
  audience: "admin",
  body: "text",
  limit: "moderate",
  failed: EVENT_MESSAGES.decisionFailed,
  keepsWords: true,
  run: async (args) => {
    const { viewer, id, revision, returnTo } = await readDecision(args);
    const { reason } = decode(rejectionInput, (await readForm(args.request)).values);
    rejectEvent(viewer, id, reason, revision);
    return redirectWithToast(returnTo, EVENT_MESSAGES.rejected);
  },
});

export const clientAction = keepTyped(EVENT_MESSAGES.decisionFailed);

export default function RejectEventPage() {
  const { event, returnTo, cancelTo } = useLoaderData<typeof loader>();
  return (
    <Page>
      <ConfirmPage {...rejectStep(event, returnTo)} cancelTo={cancelTo} />
    </Page>
  );
}
