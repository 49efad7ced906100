import { z } from "zod";
import { addEntryPhotos } from "~/features/build-log/commands.server";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { photosJson } from "~/features/photos/json.server";
import { photoDetailShape } from "~/features/photos/json-shapes.server";
import { photoUploads } from "~/features/photos/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "member",
    summary: "Add photos to an entry of one's own",
    id: ["entryId", ENTRY_NOT_FOUND],
    body: "files",
    input: photoUploads,
    files: ["photos"],
    answer: dataOf({ data: z.array(photoDetailShape) }),
    status: 201,
    limit: "edit",
    run: async ({ viewer, id, input, files }) => {
      const ids = await addEntryPhotos(viewer, id, chosenPhotos(viewer, input.uploads, files.photos));
      return { body: { data: { data: photosJson(ids) } } };
    },
  },
});
