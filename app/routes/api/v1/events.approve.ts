import { requireAdmin } from "~/features/accounts/policy";
import { approveEvent } from "~/features/events/decisions.server";
import { eventJson } from "~/features/events/json.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

export const { loader, action } = apiRoute({
  PATCH: {
    audience: "admin",
    body: "text",
    limit: "moderate",
    run: async ({ params, requireUser }) => {
      const viewer = await requireUser();
      requireAdmin(viewer);
      const id = requireId(params.eventId, EVENT_NOT_FOUND);
      approveEvent(viewer, id);
      return { body: { message: EVENT_MESSAGES.approved, data: { doc: eventJson(id, viewer) } } };
    },
  },
});
