import { siteManifest } from "~/features/site/queries.server";
import { documentRoute } from "~/http/page/document.server";

/** `/site.webmanifest`: what the site is called, and how it looks, where somebody puts it on their home screen. */
export const { loader, action, cache } = documentRoute({ query: [] }, () => ({
  body: JSON.stringify(siteManifest()),
  contentType: "application/manifest+json",
}));
