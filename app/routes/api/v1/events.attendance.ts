import { attendEvent, leaveEvent } from "~/features/events/attendance/commands.server";
import { ATTENDANCE_MESSAGES } from "~/features/events/attendance/limits";
import { attendanceInput } from "~/features/events/attendance/schema.server";
import { eventJson, listAttendancesJson } from "~/features/events/json.server";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { type ApiCall, apiRoute } from "~/http/api.server";
import { requireId } from "~/lib/ids";
import { parsePage } from "~/lib/paging";

const idOf = ({ params }: ApiCall) => requireId(params.eventId, EVENT_NOT_FOUND);

/**
 * Who comes to an event: `GET` lists them, `POST {vehicle?}` puts the caller on the list (201, and 200 again, which
 * changes the vehicle; null or empty for none), `DELETE` takes the caller off. The writes answer the event.
 */
export const { loader, action } = apiRoute({
  GET: (call) => {
    const { rows, total, page, limit } = listAttendancesJson(idOf(call), parsePage(call.query));
    return { body: { results: rows.length, total, page, limit, data: { data: rows } } };
  },
  POST: {
    audience: "member",
    body: "text",
    limit: "attendance",
    run: async (call) => {
      const viewer = await call.requireUser();
      const id = idOf(call);
      const isNew = attendEvent(viewer, id, await call.input(attendanceInput));
      const message = isNew ? ATTENDANCE_MESSAGES.going : ATTENDANCE_MESSAGES.changed;
      return { status: isNew ? 201 : 200, body: { message, data: { doc: eventJson(id, viewer) } } };
    },
  },
  DELETE: {
    audience: "member",
    body: "none",
    limit: "attendance",
    run: async (call) => {
      const viewer = await call.requireUser();
      const id = idOf(call);
      leaveEvent(viewer, id);
      return { body: { message: ATTENDANCE_MESSAGES.left, data: { doc: eventJson(id, viewer) } } };
    },
  },
});
