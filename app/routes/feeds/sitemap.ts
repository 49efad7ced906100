import { documentRoute } from "~/http/page/document.server";
import { siteMap } from "./site-addresses.server";

/** `/sitemap.xml`: the addresses for crawlers. */
export const { loader, action } = documentRoute((_, origin) => siteMap(origin));
