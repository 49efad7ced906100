import { documentRoute } from "~/http/page/document.server";
import { siteMap } from "./site-addresses.server";

/** `/sitemap.xml`: the addresses for crawlers. */
export const { loader, action, cache } = documentRoute({ query: [] }, (_, origin) => siteMap(origin));
