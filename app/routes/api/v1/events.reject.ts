import { requireAdmin } from "~/features/accounts/policy";
import { rejectEvent } from "~/features/events/decisions.server";
import { eventJson } from "~/features/events/json.server";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { rejectionInput } from "~/features/events/schema.server";
import { apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";

/** `PATCH /events/admin/{id}/reject {reason}`; the reason is optional. */
export const { loader, action } = apiRoute({
  PATCH: {
    audience: "admin",
    body: "text",
    limit: "moderate",
    run: async ({ params, input, requireUser }) => {
      const viewer = await requireUser();
      requireAdmin(viewer);
      const id = requireId(params.eventId, EVENT_NOT_FOUND);
      const { reason } = await input(rejectionInput);
      rejectEvent(viewer, id, reason);
      return { body: { message: EVENT_MESSAGES.rejected, data: { doc: eventJson(id, viewer) } } };
    },
  },
});
