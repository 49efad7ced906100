import { siteManifest } from "~/features/site/queries.server";
import { documentRoute } from "~/http/page/document.server";

export const { loader, action, cache } = documentRoute({ query: [] }, () => ({
  body: JSON.stringify(siteManifest()),
  contentType: "application/manifest+json",
}));
