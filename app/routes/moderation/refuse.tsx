import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { refuseConfirmation } from "~/features/accounts/components/queue";
import { refuseApplication } from "~/features/accounts/registration/commands.server";
import { REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import { getApplication } from "~/features/accounts/registration/queries.server";
import { refuseHold } from "~/features/moderation/held/commands.server";
import { HELD_NOT_FOUND } from "~/features/moderation/held/policy";
import { getHeld } from "~/features/moderation/held/queries.server";
import { refuseInput } from "~/features/moderation/held/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { isolate } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction<typeof loader> = ({ matches }) => [pageTitle(matches, "Reject this?")];

/** The address has the id of one. */
export const loader = pageLoader(async ({ request, context, params: { applicationId, heldId } }) => {
  const viewer = await requireUser({ request, context });
  if (heldId !== undefined) {
    return { queue: "held" as const, ...getHeld(viewer, requireId(heldId, HELD_NOT_FOUND)) };
  }
  const { id, name, answer } = getApplication(viewer, requireId(applicationId, REGISTRATION_MESSAGES.noApplication));
  return { queue: "applications" as const, id, title: isolate(name), text: answer, revision: undefined };
});

export const action = pageAction({
  audience: "staff",
  limit: "moderate",
  run: async ({ request, context, params: { applicationId, heldId } }) => {
    const viewer = await requireUser({ request, context });
    const { reason, revision } = await readInput(request, refuseInput);
    if (heldId !== undefined) {
      refuseHold(viewer, requireId(heldId, HELD_NOT_FOUND), reason, revision);
      return redirectWithToast("/moderation/held", "Rejected. The author has been notified.");
    }
    const { name } = refuseApplication(viewer, requireId(applicationId, REGISTRATION_MESSAGES.noApplication), reason);
    return redirectWithToast("/moderation/applications", `${name} is rejected. We have emailed them.`);
  },
});

export const clientAction = formClientAction("Something went wrong.");

export default function RefusePage() {
  const { queue, id, title, text, revision } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      {...refuseConfirmation(queue, { id, title, revision })}
      cancelTo={`/moderation/${queue}`}
      above={
        <p dir="auto" className="mb-6 max-w-measure border-l-4 border-line pl-4 whitespace-pre-line empty:hidden">
          {text}
        </p>
      }
    />
  );
}
