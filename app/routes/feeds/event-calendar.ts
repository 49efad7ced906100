import { eventCalendar } from "~/features/events/calendar.server";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { documentRoute } from "~/http/page/document.server";
import { requireId } from "~/lib/ids";
import { calendarDocument } from "./calendar.server";

export const { loader, action, cache } = documentRoute({ query: [] }, ({ params }, origin) => {
  const id = requireId(params.eventId, EVENT_NOT_FOUND);
  return { ...calendarDocument(eventCalendar(id, origin)), fileName: `event-${id}.ics` };
});
