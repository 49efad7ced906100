import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { revokeConfirmation } from "~/features/accounts/components/invite-table";
import { revokeInvite } from "~/features/accounts/registration/commands.server";
import { REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import { getInvite } from "~/features/accounts/registration/queries.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Revoke invite")];

export const loader = pageLoader(withMemberAndId("inviteId", REGISTRATION_MESSAGES.noInvite, getInvite));

export const action = pageAction({
  audience: "member",
  body: "none",
  limit: "edit",
  run: withMemberAndId("inviteId", REGISTRATION_MESSAGES.noInvite, (viewer, id) => {
    revokeInvite(viewer, id);
    return redirectWithToast("/settings/invites", REGISTRATION_MESSAGES.inviteRevoked);
  }),
});

export const clientAction = formClientAction("Something went wrong.");

export default function RevokeInvitePage() {
  return <ConfirmPage narrow {...revokeConfirmation(useLoaderData<typeof loader>())} cancelTo="/settings/invites" />;
}
