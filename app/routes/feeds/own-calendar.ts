import { ownCalendar } from "~/features/events/my-calendar.server";
import { documentRoute } from "~/http/page/document.server";
import { calendarDocument } from "./calendar.server";

/** The secret address is the permission. Not in the response cache. */
export const { loader, action } = documentRoute({}, ({ params }) => ({
  ...calendarDocument(ownCalendar(params.key ?? "")),
  isPrivate: true,
}));
