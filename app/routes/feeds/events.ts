import { eventsFeed } from "~/features/events/feed.server";
import { documentRoute } from "~/http/document.server";
import { atomDocument } from "./atom.server";

/** `/events/feed.xml`: newly announced events. */
export const { loader, action } = documentRoute((_, origin) => atomDocument(eventsFeed(origin)));
