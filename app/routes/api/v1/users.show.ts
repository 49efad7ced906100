import { NO_SUCH_USER, userDetailJson } from "~/features/accounts/json.server";
import { userDetailShape } from "~/features/accounts/json-shapes.server";
import { setUserActive } from "~/features/moderation/commands.server";
import { USER_NOT_FOUND } from "~/features/moderation/policy";
import { activeInput } from "~/features/moderation/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "An account as others see it",
    id: ["userId", NO_SUCH_USER],
    answer: dataOf({ user: userDetailShape }),
    limit: "none",
    cached: true,
    run: async ({ id, findViewer }) => ({ body: { data: { user: userDetailJson(id, await findViewer()) } } }),
  },
  PATCH: {
    audience: "admin",
    summary: "Deactivate or reactivate an account",
    id: ["userId", USER_NOT_FOUND],
    body: "text",
    input: activeInput,
    answer: dataOf({ doc: userDetailShape, user: userDetailShape }),
    limit: "moderate",
    run: ({ viewer, id, input }) => {
      setUserActive(viewer, id, input);
      const user = userDetailJson(id, viewer);
      return { body: { data: { doc: user, user } } };
    },
  },
});
