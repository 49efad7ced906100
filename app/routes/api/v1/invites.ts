import { revokeInvite } from "~/features/accounts/door/commands.server";
import { DOOR_MESSAGES } from "~/features/accounts/door/limits";
import { apiResource, write } from "~/http/api/resource.server";

const rules = { about: "Links by which people may sign up", notFoundMessage: DOOR_MESSAGES.noInvite };

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
