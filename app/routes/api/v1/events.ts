import { z } from "zod";
import { attendEvent, leaveEvent } from "~/features/events/attendance/commands.server";
import { editEvent, submitEvent } from "~/features/events/commands.server";
import { approveEvent, cancelEvent, rejectEvent } from "~/features/events/decisions.server";
import {
  attendeeShape,
  eventDetailShape,
  eventJson,
  eventShape,
  listAttendancesJson,
  listEventsJson,
  listPendingEventsJson,
} from "~/features/events/json.server";
import { ATTENDANCE_MESSAGES, EVENT_MESSAGES, SERIES_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { getEventTexts } from "~/features/events/queries.server";
import {
  approvalInput,
  attendanceInput,
  cancellationInput,
  eventChangeWithPicture,
  eventQuery,
  newEvent,
  rejectionInput,
} from "~/features/events/schema.server";
import { followSeries, unfollowSeries } from "~/features/events/series/follows.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, listResponse, listShape, message } from "~/http/api/responses.server";

const rules = { about: "The calendar: events, their review and attendees", notFoundMessage: EVENT_NOT_FOUND };

export const { loader, action, calls } = apiResource("/api/v1/events", rules, {
  "GET /": read({
    name: "listEvents",
    audience: "anyone",
    summary:
      "The calendar: upcoming events, unless `past` or `from` says otherwise; the text is matched literally, ignoring case",
    query: eventQuery,
    perPage: 20,
    response: listShape(eventShape, { unplaced: z.array(eventShape).optional() }),
    limit: { whenGiven: { near: "map", "title[regex]": "search" } },
    cached: "briefly",
    run: async ({ query, page, findViewer }) => {
      const { unplaced, ...list } = listEventsJson(query, page, await findViewer());
      return listResponse(list, { unplaced });
    },
  }),
  "POST /submit": write({
    name: "submitEvent",
    audience: "member",
    summary: "Submit an event for review, with one photo as `photos` or `image`; with `repeat` it becomes a series",
    input: newEvent,
    files: ["photos", "image"],
    response: dataShape({ doc: eventDetailShape }, { message }),
    status: 201,
    limit: "submitEvent",
    run: async ({ viewer, input: { uploads, ...input }, files }) => {
      const id = await submitEvent(viewer, input, {
        ...files,
        photos: resolveFormPhotos(viewer, uploads, files.photos),
      });
      return { body: { message: EVENT_MESSAGES.submitted, data: { doc: eventJson(id, viewer) } } };
    },
  }),
  "GET /admin/pending": read({
    name: "listPendingEvents",
    audience: "staff",
    summary: "Events waiting for review, and live ones with a change waiting for review, soonest first",
    perPage: 50,
    response: listShape(eventShape),
    run: ({ viewer, page }) => listResponse(listPendingEventsJson(viewer, page)),
  }),
  "PATCH /admin/:eventId/approve": write({
    name: "approveEvent",
    etagFrom: ({ id, viewer }) => getEventTexts(id, viewer),
    refusals: [409],
    audience: "staff",
    summary: "Approve an event, or a change to a live one",
    input: approvalInput,
    response: dataShape({ doc: eventDetailShape }, { message }),
    limit: "moderate",
    run: async ({ viewer, id, input, precondition }) => {
      const message = await approveEvent(viewer, id, input.revision, precondition);
      return { body: { message, data: { doc: eventJson(id, viewer) } } };
    },
  }),
  "PATCH /admin/:eventId/reject": write({
    name: "rejectEvent",
    etagFrom: ({ id, viewer }) => getEventTexts(id, viewer),
    refusals: [409],
    audience: "staff",
    summary: "Reject an event, or a change to a live one; the reason is optional",
    input: rejectionInput,
    response: dataShape({ doc: eventDetailShape }, { message }),
    limit: "moderate",
    run: ({ viewer, id, input, precondition }) => {
      const message = rejectEvent(viewer, id, input.reason, input.revision, precondition);
      return { body: { message, data: { doc: eventJson(id, viewer) } } };
    },
  }),
  "GET /:eventId": read({
    name: "getEvent",
    etagFrom: ({ id, viewer }) => getEventTexts(id, viewer),
    audience: "anyone",
    summary: "An event",
    response: dataShape({ doc: eventDetailShape }),
    cached: true,
    run: async ({ id, findViewer }) => ({ body: { data: { doc: eventJson(id, await findViewer()) } } }),
  }),
  "PATCH /:eventId": write({
    name: "updateEvent",
    etagFrom: ({ id, viewer }) => getEventTexts(id, viewer),
    refusals: [409],
    isPartial: true,
    audience: "member",
    summary:
      "Change your own event, which is reviewed again; a live one stays as it is until then. An admin can change any live one at once",
    input: eventChangeWithPicture,
    files: ["photos", "image"],
    response: dataShape({ doc: eventDetailShape }),
    limit: "edit",
    run: async ({ viewer, id, input: { uploads, ...change }, files, precondition }) => {
      const all = { ...files, photos: resolveFormPhotos(viewer, uploads, files.photos) };
      await editEvent(viewer, id, change, all, precondition);
      return { body: { data: { doc: eventJson(id, viewer) } } };
    },
  }),
  "POST /:eventId/cancel": write({
    name: "cancelEvent",
    refusals: [409],
    audience: "member",
    summary: "Cancel your own live event, or any as an admin; this cannot be undone; the reason is optional and public",
    input: cancellationInput,
    response: dataShape({ doc: eventDetailShape }, { message }),
    limit: "edit",
    run: ({ viewer, id, input }) => {
      cancelEvent(viewer, id, input.reason, input.scope);
      return { body: { message: EVENT_MESSAGES.cancelled, data: { doc: eventJson(id, viewer) } } };
    },
  }),
  "GET /:eventId/attendance": read({
    name: "listAttendance",
    audience: "anyone",
    summary: "Attendees, in the order they joined",
    perPage: 20,
    response: listShape(attendeeShape),
    cached: true,
    run: ({ id, page }) => listResponse(listAttendancesJson(id, page)),
  }),
  "POST /:eventId/attendance": write({
    name: "attendEvent",
    refusals: [409],
    audience: "member",
    summary: "Join an event, with or without a vehicle; calling it again changes the vehicle",
    input: attendanceInput,
    response: dataShape({ doc: eventDetailShape }, { message }),
    status: [200, 201],
    limit: "attendance",
    run: ({ viewer, id, input }) => {
      const isNew = attendEvent(viewer, id, input);
      const message = isNew ? ATTENDANCE_MESSAGES.going : ATTENDANCE_MESSAGES.changed;
      return { status: isNew ? 201 : 200, body: { message, data: { doc: eventJson(id, viewer) } } };
    },
  }),
  "POST /:eventId/series/follow": write({
    name: "followSeries",
    refusals: [409],
    audience: "member",
    summary: "Follow the event’s series: a notification a week before each date",
    response: dataShape({ doc: eventDetailShape }, { message }),
    status: [200, 201],
    limit: "attendance",
    run: ({ viewer, id }) => {
      const isNew = followSeries(viewer, id);
      return {
        status: isNew ? 201 : 200,
        body: { message: SERIES_MESSAGES.followed, data: { doc: eventJson(id, viewer) } },
      };
    },
  }),
  "DELETE /:eventId/series/follow": write({
    name: "unfollowSeries",
    refusals: [409],
    audience: "member",
    summary: "Stop following the event’s series",
    response: dataShape({ doc: eventDetailShape }, { message }),
    limit: "attendance",
    run: ({ viewer, id }) => {
      unfollowSeries(viewer, id);
      return { body: { message: SERIES_MESSAGES.unfollowed, data: { doc: eventJson(id, viewer) } } };
    },
  }),
  "DELETE /:eventId/attendance": write({
    name: "leaveEvent",
    audience: "member",
    summary: "Leave an event",
    response: dataShape({ doc: eventDetailShape }, { message }),
    limit: "attendance",
    run: ({ viewer, id }) => {
      leaveEvent(viewer, id);
      return { body: { message: ATTENDANCE_MESSAGES.left, data: { doc: eventJson(id, viewer) } } };
    },
  }),
});
