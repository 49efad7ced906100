import { addEntry } from "~/features/build-log/commands.server";
import { entryJson, listEntriesJson } from "~/features/build-log/json.server";
import { entryShape } from "~/features/build-log/json-shapes.server";
import { ENTRIES_A_PAGE } from "~/features/build-log/limits";
import { entryFilter, newEntry } from "~/features/build-log/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { apiRoute } from "~/http/api.server";
import { dataOf, listAnswer, listOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "A vehicle's build log, the newest first by date; `kind` for one kind of entries",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    query: entryFilter,
    perPage: ENTRIES_A_PAGE,
    answer: listOf(entryShape),
    limit: "none",
    cached: true,
    run: async ({ id, query, page, findViewer }) =>
      listAnswer(listEntriesJson(id, query.kind, page, await findViewer())),
  },
  POST: {
    audience: "member",
    summary: "Add an entry to the build log of one's own vehicle",
    id: ["vehicleId", VEHICLE_NOT_FOUND],
    body: "files",
    input: newEntry,
    files: ["photos"],
    answer: dataOf({ doc: entryShape }),
    status: 201,
    limit: "edit",
    run: async ({ viewer, id, input: { uploads, ...input }, files }) => {
      const entryId = await addEntry(viewer, id, input, chosenPhotos(viewer, uploads, files.photos));
      return { body: { data: { doc: entryJson(entryId, viewer) } } };
    },
  },
});
