import { eventsFeed } from "~/features/events/calendar.server";
import { documentRoute } from "~/http/page/document.server";
import { atomDocument } from "./atom.server";

export const { loader, action, cache } = documentRoute({ query: [], isShortLived: true }, (_, origin) =>
  atomDocument(eventsFeed(origin)),
);
