import { revokeInvite } from "~/features/accounts/registration/commands.server";
import { REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import { apiResource, write } from "~/http/api/resource.server";

const rules = { about: "Invites: links to sign up", notFoundMessage: REGISTRATION_MESSAGES.noInvite };

export const { loader, action, calls } = apiResource("/api/v1/invites", rules, {
  "DELETE /:inviteId": write({
    name: "revokeInvite",
    audience: "member",
    summary: "Revoke an invite of yours",
    response: "nothing",
    limit: "edit",
    run: ({ viewer, id }) => revokeInvite(viewer, id),
  }),
});
