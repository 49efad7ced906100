import { z } from "zod";
import { addEntryPhotos, deleteEntry, updateEntry } from "~/features/build-log/commands.server";
import { entryJson, entryShape } from "~/features/build-log/json.server";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { getEntryTexts } from "~/features/build-log/queries.server";
import { entryChange } from "~/features/build-log/schema.server";
import { photoDetailShape, photosJson } from "~/features/photos/json.server";
import { photoUploads } from "~/features/photos/schema.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape } from "~/http/api/responses.server";

const rules = { about: "Entries of build logs", notFoundMessage: ENTRY_NOT_FOUND };

export const { loader, action, calls } = apiResource("/api/v1/build", rules, {
  "GET /:entryId": read({
    name: "getBuildEntry",
    etagFrom: ({ id }) => getEntryTexts(id),
    audience: "anyone",
    summary: "An entry of a build log",
    response: dataShape({ doc: entryShape }),
    cached: true,
    run: async ({ id, findViewer }) => ({ body: { data: { doc: entryJson(id, await findViewer()) } } }),
  }),
  "PATCH /:entryId": write({
    name: "updateBuildEntry",
    etagFrom: ({ id }) => getEntryTexts(id),
    isPartial: true,
    audience: "member",
    summary: "Change your own entry",
    input: entryChange,
    response: dataShape({ doc: entryShape }),
    limit: "edit",
    run: ({ viewer, id, input, precondition }) => {
      updateEntry(viewer, id, input, precondition);
      return { body: { data: { doc: entryJson(id, viewer) } } };
    },
  }),
  "DELETE /:entryId": write({
    name: "deleteBuildEntry",
    etagFrom: ({ id }) => getEntryTexts(id),
    audience: "member",
    summary: "Delete your own entry",
    response: "nothing",
    limit: "edit",
    run: async ({ viewer, id, precondition }) => {
      await deleteEntry(viewer, id, precondition);
    },
  }),
  "POST /:entryId/photos": write({
    name: "addBuildEntryPhotos",
    refusals: [409],
    audience: "member",
    summary: "Add photos to your own entry",
    input: photoUploads,
    files: ["photos"],
    response: dataShape({ data: z.array(photoDetailShape) }),
    status: 201,
    limit: "edit",
    run: async ({ viewer, id, input, files }) => {
      const ids = await addEntryPhotos(viewer, id, resolveFormPhotos(viewer, input.uploads, files.photos));
      return { body: { data: { data: photosJson(ids) } } };
    },
  }),
});
