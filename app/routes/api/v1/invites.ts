import { revokeInvite } from "~/features/accounts/door/commands.server";
import { DOOR_MESSAGES } from "~/features/accounts/door/limits";
import { apiResource, write } from "~/http/api/api.server";

export const { loader, action, calls } = apiResource("/api/v1/invites", DOOR_MESSAGES.noInvite, {
  "DELETE /:inviteId": write({
    audience: "member",
    summary: "Revoke an invite of yours",
    answer: "nothing",
    limit: "edit",
    run: ({ viewer, id }) => revokeInvite(viewer, id),
  }),
});
