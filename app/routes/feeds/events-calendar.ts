import { eventsCalendar } from "~/features/events/calendar.server";
import { eventSearch } from "~/features/events/schema.server";
import { consumeQueryLimit } from "~/http/call.server";
import { documentRoute } from "~/http/page/document.server";
import { decode } from "~/lib/decode";
import { calendarDocument } from "./calendar.server";

/** `/events.ics`: to subscribe to, with the list's filters. */
export const { loader, action, cache } = documentRoute({ isShortLived: true }, async ({ request, context }, origin) => {
  const params = Object.fromEntries(new URL(request.url).searchParams);
  await consumeQueryLimit({ request, context }, { text: params.title, near: params.near });
  return calendarDocument(eventsCalendar(decode(eventSearch, params), origin));
});
