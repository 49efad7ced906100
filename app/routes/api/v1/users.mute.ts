import { muteUser, unmuteUser } from "~/features/blocks/commands.server";
import { standingJson } from "~/features/blocks/json.server";
import { standingShape } from "~/features/blocks/json-shapes.server";
import { NOT_HERE } from "~/features/blocks/policy";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "member",
    summary: "Mute somebody: no notifications about them, and nothing of theirs in the feed",
    id: ["userId", NOT_HERE],
    body: "none",
    answer: dataOf({ doc: standingShape }),
    status: [200, 201],
    limit: "block",
    run: ({ viewer, id }) => {
      const standing = muteUser(viewer, id);
      return { status: standing.isNew ? 201 : 200, body: { data: { doc: standingJson(id, standing) } } };
    },
  },
  DELETE: {
    audience: "member",
    summary: "Mute somebody no more",
    id: ["userId", NOT_HERE],
    body: "none",
    answer: "nothing",
    limit: "block",
    run: ({ viewer, id }) => {
      unmuteUser(viewer, id);
      return {};
    },
  },
});
