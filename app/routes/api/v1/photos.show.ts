import { deletePhoto, updatePhoto } from "~/features/photos/commands.server";
import { photoDetailJson } from "~/features/photos/json.server";
import { photoDetailShape } from "~/features/photos/json-shapes.server";
import { PHOTO_NOT_FOUND } from "~/features/photos/policy";
import { photoChange } from "~/features/photos/schema.server";
import { turnPhoto } from "~/features/photos/turn.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";
import { countLimit } from "~/http/call.server";

export const { loader, action, calls } = apiRoute({
  PATCH: {
    audience: "member",
    summary: "Change a photo's caption and position, or turn it",
    id: ["photoId", PHOTO_NOT_FOUND],
    body: "text",
    input: photoChange,
    answer: dataOf({ doc: photoDetailShape }),
    limit: "edit",
    run: async ({ viewer, id, input: { turn, ...change }, request, context }) => {
      if (turn === undefined) updatePhoto(viewer, id, change);
      else {
        await countLimit({ request, context }, "turn");
        await turnPhoto(viewer, id, turn, change);
      }
      return { body: { data: { doc: photoDetailJson(id) } } };
    },
  },
  DELETE: {
    audience: "member",
    summary: "Delete a photo",
    id: ["photoId", PHOTO_NOT_FOUND],
    body: "none",
    answer: "nothing",
    limit: "edit",
    run: async ({ viewer, id }) => {
      await deletePhoto(viewer, id);
      return {};
    },
  },
});
