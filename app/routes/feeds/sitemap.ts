import { documentRoute } from "~/http/document.server";
import { siteMap } from "./site-addresses.server";

/** `/sitemap.xml`: what crawlers may find. */
export const { loader, action } = documentRoute((_, origin) => siteMap(origin));
