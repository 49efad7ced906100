import { documentRoute } from "~/http/document.server";

/** `/robots.txt`: allows everything but the API, settings, notifications, admin pages, mails' links and moved maps. */
export const { loader, action } = documentRoute((_, origin) => ({
  body: [
    "User-agent: *",
    "Disallow: /api/",
    "Allow: /api/docs",
    "Disallow: /settings",
    "Disallow: /notifications",
    "Disallow: /admin",
    "Disallow: /unsubscribe/",
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
