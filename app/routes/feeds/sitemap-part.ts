import { documentRoute } from "~/http/page/document.server";
import { siteMapPart } from "./site-addresses.server";

/** `/sitemap-vehicles-1.xml` and its like: the files that `/sitemap.xml` lists once the site is large. */
export const { loader, action, cache } = documentRoute({ query: [] }, ({ params }, origin) =>
  siteMapPart(params.file ?? "", origin),
);
