import { userDetailJson } from "~/features/accounts/json.server";
import { userDetailShape } from "~/features/accounts/json-shapes.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "member",
    summary: "One's own account",
    answer: dataOf({ user: userDetailShape }),
    limit: "none",
    run: ({ viewer }) => ({ body: { data: { user: userDetailJson(viewer.id, viewer) } } }),
  },
});
