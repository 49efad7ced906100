import { editEvent } from "~/features/events/commands.server";
import { eventJson } from "~/features/events/json.server";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { eventChange } from "~/features/events/schema.server";
import { type ApiCall, apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

const idOf = ({ params }: ApiCall) => requireId(params.eventId, EVENT_NOT_FOUND);

/** One event, and `PATCH` (JSON or multipart): the submitter edits a pending one, and edits and resubmits a rejected one. */
export const { loader, action } = apiRoute({
  GET: async (call) => ({ body: { data: { doc: eventJson(idOf(call), await call.viewer()) } } }),
  PATCH: {
    audience: "member",
    body: "files",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      const id = idOf(call);
      const { input, files } = await call.upload(eventChange);
      await editEvent(viewer, id, input, files);
      return { body: { data: { doc: eventJson(id, viewer) } } };
    },
  },
});
