import { editEvent } from "~/features/events/commands.server";
import { eventJson } from "~/features/events/json.server";
import { eventDetailShape } from "~/features/events/json-shapes.server";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { eventChangeWithPicture } from "~/features/events/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "An event",
    id: ["eventId", EVENT_NOT_FOUND],
    answer: dataOf({ doc: eventDetailShape }),
    limit: "none",
    cached: true,
    run: async ({ id, findViewer }) => ({ body: { data: { doc: eventJson(id, await findViewer()) } } }),
  },
  PATCH: {
    audience: "member",
    summary:
      "Change one's pending or rejected event, which is reviewed again; as an admin a live one, which stays live",
    id: ["eventId", EVENT_NOT_FOUND],
    body: "files",
    input: eventChangeWithPicture,
    files: ["photos", "image"],
    answer: dataOf({ doc: eventDetailShape }),
    limit: "edit",
    run: async ({ viewer, id, input: { uploads, ...change }, files }) => {
      await editEvent(viewer, id, change, { ...files, photos: chosenPhotos(viewer, uploads, files.photos) });
      return { body: { data: { doc: eventJson(id, viewer) } } };
    },
  },
});
