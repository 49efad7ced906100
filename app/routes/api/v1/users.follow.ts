import { followUser } from "~/features/social/follows.server";
import { followJson } from "~/features/social/json.server";
import { followMembers } from "~/features/social/json-shapes.server";
import { USER_NOT_FOUND } from "~/features/social/policy";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "member",
    summary: "Follow somebody",
    id: ["userId", USER_NOT_FOUND],
    body: "none",
    answer: dataOf(followMembers),
    limit: "follow",
    run: ({ viewer, id }) => ({ body: { data: followJson(followUser(viewer, id)) } }),
  },
});
