import { documentRoute } from "~/http/page/document.server";
import { siteMapPart } from "./site-addresses.server";

/** `/sitemap-vehicles-1.xml` etc., in the index of a large site. */
export const { loader, action, cache } = documentRoute({ query: [] }, ({ params }, origin) =>
  siteMapPart(params.file ?? "", origin),
);
