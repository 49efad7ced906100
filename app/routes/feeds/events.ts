import { eventsFeed } from "~/features/events/calendar.server";
import { documentRoute } from "~/http/page/document.server";
import { atomDocument } from "./atom.server";

/** `/events/feed.xml`: newly announced events. */
export const { loader, action } = documentRoute((_, origin) => atomDocument(eventsFeed(origin)));
