import { userShape } from "~/features/accounts/json-shapes.server";
import { listUsersJson } from "~/features/moderation/json.server";
import { userQuery } from "~/features/moderation/schema.server";
import { apiRoute } from "~/http/api.server";
import { listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "admin",
    summary: "The accounts",
    query: userQuery,
    perPage: 50,
    answer: listOf(userShape),
    limit: "none",
    run: ({ viewer, query, page }) => listAnswer(listUsersJson(viewer, query, page)),
  },
});
