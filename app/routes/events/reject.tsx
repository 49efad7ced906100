import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RejectFields } from "~/features/events/components/decision-links";
import { rejectEvent } from "~/features/events/decisions.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { rejectionInput } from "~/features/events/schema.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { Button, ButtonLink } from "~/ui/button";
import { PageForm } from "~/ui/form";
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
  run: async (args) => {
    const { viewer, id, revision, returnTo } = await readDecision(args);
    const { reason } = decode(rejectionInput, (await readForm(args.request)).values);
    rejectEvent(viewer, id, reason, revision);
    return redirectWithToast(returnTo, EVENT_MESSAGES.rejected);
  },
});

export const clientAction = keepTyped(EVENT_MESSAGES.decisionFailed);

export default function RejectEventPage() {
  const { event, returnTo } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageForm className="max-w-form rounded-lg border-2 border-signal p-6">
        <RejectFields title={event.title} heading="h1" />
        <div className="flex flex-wrap gap-3">
          <Button kind="danger">Reject Event</Button>
          <ButtonLink to={returnTo} kind="quiet">
            Not yet
          </ButtonLink>
        </div>
      </PageForm>
    </Page>
  );
}
