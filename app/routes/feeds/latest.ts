import { latestFeed } from "~/features/feed/atom.server";
import { documentRoute } from "~/http/page/document.server";
import { atomDocument } from "./atom.server";

/** `/feed.xml`: newest vehicles and build log entries. */
export const { loader, action, cache } = documentRoute({ query: [] }, (_, origin) => atomDocument(latestFeed(origin)));
