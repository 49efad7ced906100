import { attendEvent, leaveEvent } from "~/features/events/attendance/commands.server";
import { ATTENDANCE_MESSAGES } from "~/features/events/attendance/limits";
import { attendanceInput } from "~/features/events/attendance/schema.server";
import { eventJson, listAttendancesJson } from "~/features/events/json.server";
import { attendeeShape, eventDetailShape } from "~/features/events/json-shapes.server";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { apiRoute } from "~/http/api.server";
import { dataOf, listAnswer, listOf, message } from "~/http/api-answers.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "Who comes, in the order in which they said so",
    id: ["eventId", EVENT_NOT_FOUND],
    perPage: 20,
    answer: listOf(attendeeShape),
    limit: "none",
    cached: true,
    run: ({ id, page }) => listAnswer(listAttendancesJson(id, page)),
  },
  POST: {
    audience: "member",
    summary: "Come, with a vehicle or without; once more changes the vehicle",
    id: ["eventId", EVENT_NOT_FOUND],
    body: "text",
    input: attendanceInput,
    answer: dataOf({ doc: eventDetailShape }, { message }),
    status: [200, 201],
    limit: "attendance",
    run: ({ viewer, id, input }) => {
      const isNew = attendEvent(viewer, id, input);
      const message = isNew ? ATTENDANCE_MESSAGES.going : ATTENDANCE_MESSAGES.changed;
      return { status: isNew ? 201 : 200, body: { message, data: { doc: eventJson(id, viewer) } } };
    },
  },
  DELETE: {
    audience: "member",
    summary: "Come no more",
    id: ["eventId", EVENT_NOT_FOUND],
    body: "none",
    answer: dataOf({ doc: eventDetailShape }, { message }),
    limit: "attendance",
    run: ({ viewer, id }) => {
      leaveEvent(viewer, id);
      return { body: { message: ATTENDANCE_MESSAGES.left, data: { doc: eventJson(id, viewer) } } };
    },
  },
});
