import { deleteEntry, updateEntry } from "~/features/build-log/commands.server";
import { entryJson } from "~/features/build-log/json.server";
import { entryShape } from "~/features/build-log/json-shapes.server";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { entryChange } from "~/features/build-log/schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "An entry of a build log",
    id: ["entryId", ENTRY_NOT_FOUND],
    answer: dataOf({ doc: entryShape }),
    limit: "none",
    cached: true,
    run: async ({ id, findViewer }) => ({ body: { data: { doc: entryJson(id, await findViewer()) } } }),
  },
  PATCH: {
    audience: "member",
    summary: "Change an entry of one's own; what is left out stays",
    id: ["entryId", ENTRY_NOT_FOUND],
    body: "text",
    input: entryChange,
    answer: dataOf({ doc: entryShape }),
    limit: "edit",
    run: ({ viewer, id, input }) => {
      updateEntry(viewer, id, input);
      return { body: { data: { doc: entryJson(id, viewer) } } };
    },
  },
  DELETE: {
    audience: "member",
    summary: "Delete an entry of one's own",
    id: ["entryId", ENTRY_NOT_FOUND],
    body: "none",
    answer: "nothing",
    limit: "edit",
    run: async ({ viewer, id }) => {
      await deleteEntry(viewer, id);
      return {};
    },
  },
});
