import { documentRoute } from "~/http/page/document.server";
import { siteMap } from "./site-addresses.server";

export const { loader, action, cache } = documentRoute({ query: [] }, (_, origin) => siteMap(origin));
