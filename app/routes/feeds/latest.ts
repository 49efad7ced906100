import { latestFeed } from "~/features/feed/atom.server";
import { documentRoute } from "~/http/page/document.server";
import { atomDocument } from "./atom.server";

/** `/feed.xml`: the newest vehicles and build log entries of the site. */
export const { loader, action, cache } = documentRoute({ query: [] }, (_, origin) => atomDocument(latestFeed(origin)));
