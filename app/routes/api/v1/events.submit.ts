import { submitEvent } from "~/features/events/commands.server";
import { eventJson } from "~/features/events/json.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { eventInput } from "~/features/events/schema.server";
import { apiRoute } from "~/http/api.server";

/** `POST /events/submit` (multipart: the event's fields, and one file as `photos` or `image`). */
export const { loader, action } = apiRoute({
  POST: {
    audience: "member",
    body: "files",
    limit: "submitEvent",
    run: async (call) => {
      const viewer = await call.requireUser();
      const { input, files } = await call.upload(eventInput);
      const id = await submitEvent(viewer, input, files);
      return { status: 201, body: { message: EVENT_MESSAGES.submitted, data: { doc: eventJson(id, viewer) } } };
    },
  },
});
