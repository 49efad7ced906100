import { submitEvent } from "~/features/events/commands.server";
import { eventJson } from "~/features/events/json.server";
import { eventDetailShape } from "~/features/events/json-shapes.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { newEvent } from "~/features/events/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { apiRoute } from "~/http/api.server";
import { dataOf, message } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "member",
    summary: "Submit an event for review, with one picture as `photos` or `image`",
    body: "files",
    input: newEvent,
    files: ["photos", "image"],
    answer: dataOf({ doc: eventDetailShape }, { message }),
    status: 201,
    limit: "submitEvent",
    run: async ({ viewer, input: { uploads, ...input }, files }) => {
      const id = await submitEvent(viewer, input, { ...files, photos: chosenPhotos(viewer, uploads, files.photos) });
      return { body: { message: EVENT_MESSAGES.submitted, data: { doc: eventJson(id, viewer) } } };
    },
  },
});
