import type { MetaDescriptor } from "@remix-run/react";
import { imageAddress } from "~/lib/image-url";
import { parseImageName } from "~/lib/images";
import { ATOM_TYPE } from "~/lib/media-types";
import { cutText } from "~/lib/text";
import { pageTitle, siteNameOf } from "./page-title";

interface MetaContext {
  matches: readonly { id: string; data?: unknown }[];
  location: { pathname: string; search: string };
}

interface Shared {
  title: string;
  description: string;
  /** A stored name, a full URL, or null for the site's own. */
  image?: string | null;
  imageAlt?: string;
  type?: "website" | "profile" | "article";
  /** Parameters of the canonical URL with their defaults, which are left out. Others are dropped. */
  queryDefaults?: Record<string, string>;
  /** The canonical path with query, instead of `queryDefaults`. */
  address?: string;
  feed?: { title: string; path: string };
  /** Returns schema.org data of the page. */
  structuredData?: (origin: string, address: string) => object;
}

/** URLs start with the public origin; if the root loader failed, only title and description. */
export function shareMeta({ matches, location }: MetaContext, page: Shared): MetaDescriptor[] {
  const { title, image, imageAlt, type = "website", feed, structuredData } = page;
  const description = cutText(page.description.replace(/\s+/g, " ").trim(), 200);
  const site = siteNameOf(matches);
  const tab = title.startsWith(site) ? { title } : pageTitle(matches, title);
  const basicTags: MetaDescriptor[] = [tab, { name: "description", content: description }];
  const { origin } = (matches.find(({ id }) => id === "root")?.data ?? {}) as { origin?: string };
  if (origin === undefined) return basicTags;
  const address = page.address ? origin + page.address : canonical(origin, location, page.queryDefaults ?? {});
  return [
    ...basicTags,
    { tagName: "link", rel: "canonical", href: address },
    ...(feed
      ? [{ tagName: "link", rel: "alternate", type: ATOM_TYPE, title: feed.title, href: origin + feed.path }]
      : []),
    { property: "og:site_name", content: site },
    { property: "og:type", content: type },
    { property: "og:url", content: address },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    ...picture(image, imageAlt ?? title, origin),
    { name: "twitter:card", content: "summary_large_image" },
    ...(structuredData
      ? [{ "script:ld+json": { "@context": "https://schema.org", ...structuredData(origin, address) } } as never]
      : []),
  ];
}

function picture(image: string | null | undefined, alt: string, origin: string): MetaDescriptor[] {
  const facts = parseImageName(image ?? "");
  const size = facts && [
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: String(facts.width) },
    { property: "og:image:height", content: String(facts.height) },
  ];
  return [
    // Clients without newer formats in `Accept` get a JPEG.
    { property: "og:image", content: imageAddress("photos", image, origin) },
    ...(size ?? []),
    { property: "og:image:alt", content: alt },
  ];
}

function canonical(
  origin: string,
  { pathname, search }: MetaContext["location"],
  queryDefaults: Record<string, string>,
): string {
  const params = new URLSearchParams(search);
  const query = new URLSearchParams();
  for (const [name, fallback] of Object.entries(queryDefaults)) {
    const value = params.get(name)?.trim() ?? "";
    if (value !== "" && value !== fallback) query.set(name, value);
  }
  const path = pathname === "/" ? "/" : pathname.replace(/\/+$/, "");
  return origin + path + (query.size > 0 ? `?${query}` : "");
}
