import { documentRoute } from "~/http/page/document.server";

/** `/robots.txt` */
export const { loader, action, cache } = documentRoute({ query: [] }, (_, origin) => ({
  body: [
    "User-agent: *",
    "Disallow: /api/",
    "Allow: /api/docs",
    "Disallow: /settings",
    "Disallow: /notifications",
    "Disallow: /admin",
    "Disallow: /unsubscribe/",
    "Disallow: /calendar/",
    "Disallow: /report",
    // Every viewport of the map is an address.
    "Disallow: /map-search?*map=",
    "Disallow: /map-search?*at=",
    "Allow: /",
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n"),
  contentType: "text/plain; charset=utf-8",
}));
