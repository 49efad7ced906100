import { documentRoute } from "~/http/document.server";

/** `/robots.txt`: everybody is welcome to what is public; the rest would only waste their time. */
export const { loader, action } = documentRoute((_, origin) => ({
  body: [
    "User-agent: *",
    "Disallow: /api/",
    "Allow: /api/docs",
    "Disallow: /settings",
    "Disallow: /admin",
    // Each piece of the world at each scale is an address.
    "Disallow: /map-search?*map=",
    "Disallow: /map-search?*at=",
    "Allow: /",
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n"),
  contentType: "text/plain; charset=utf-8",
}));
