import { followUser } from "~/features/social/follows.server";
import { followJson } from "~/features/social/json.server";
import { USER_NOT_FOUND } from "~/features/social/policy";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

/** `POST /users/follow/{id}`: everybody the caller follows now, and how many follow the other. */
export const { loader, action } = apiRoute({
  POST: {
    audience: "member",
    body: "none",
    limit: "follow",
    run: async (call) => {
      const viewer = await call.requireUser();
      const state = followUser(viewer, requireId(call.params.userId, USER_NOT_FOUND));
      return { body: { data: followJson(state) } };
    },
  },
});
