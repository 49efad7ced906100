import type { MetaDescriptor } from "@remix-run/react";
import { parseImageName } from "~/lib/image-name";
import { imageAddress } from "~/lib/image-url";
import { ATOM_TYPE } from "~/lib/media-types";

interface MetaContext {
  matches: readonly { id: string; data?: unknown }[];
  location: { pathname: string; search: string };
}

interface Shared {
  /** Of the page; " · Paddock" is added for the browser's tab, not for a card. */
  title: string;
  description: string;
  /** A stored name, a full URL, or nothing: then the site's own picture stands on the card. */
  image?: string | null;
  imageAlt?: string;
  type?: "website" | "profile" | "article";
  /**
   * The members of the query that make it another page, each with the value that goes without saying. All others
   * (of campaigns, of ways back) are no part of the page's one address.
   */
  keep?: Record<string, string>;
  /** The Atom feed that follows this page. */
  feed?: { title: string; path: string };
  /** schema.org, made with the public address. */
  about?: (origin: string, address: string) => object;
}

/**
 * What search engines, feed readers and link previews are told about a page: title, description, the canonical
 * address, Open Graph and Twitter card with a picture, feed, and schema.org data. Addresses start with the public one,
 * which the root loader gives; without it (the frame failed to load) there are title and description only.
 */
export function shareMeta({ matches, location }: MetaContext, page: Shared): MetaDescriptor[] {
  const { title, image, imageAlt, type = "website", feed, about } = page;
  const description = shorten(page.description);
  const words: MetaDescriptor[] = [{ title: tabTitle(title) }, { name: "description", content: description }];
  const origin = originOf(matches);
  if (origin === undefined) return words;
  const address = canonical(origin, location, page.keep ?? {});
  return [
    ...words,
    { tagName: "link", rel: "canonical", href: address },
    ...(feed
      ? [{ tagName: "link", rel: "alternate", type: ATOM_TYPE, title: feed.title, href: origin + feed.path }]
      : []),
    { property: "og:site_name", content: "Paddock" },
    { property: "og:type", content: type },
    { property: "og:url", content: address },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    ...picture(image, imageAlt ?? title, origin),
    { name: "twitter:card", content: "summary_large_image" },
    ...(about ? [{ "script:ld+json": { "@context": "https://schema.org", ...about(origin, address) } } as never] : []),
  ];
}

/** The address of the card's picture: whoever asks without naming newer formats gets a JPEG. */
export function shareImage(image: string | null | undefined, origin: string): string {
  return imageAddress("photos", image, origin);
}

function picture(image: string | null | undefined, alt: string, origin: string): MetaDescriptor[] {
  const facts = parseImageName(image ?? "");
  const size = facts && [
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: String(facts.width) },
    { property: "og:image:height", content: String(facts.height) },
  ];
  return [
    { property: "og:image", content: shareImage(image, origin) },
    ...(size ?? []),
    { property: "og:image:alt", content: alt },
  ];
}

function tabTitle(title: string): string {
  return title.startsWith("Paddock") ? title : `${title} · Paddock`;
}

/** On one line, cut at a word. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200).replace(/\s+\S*$/, "")} …` : line;
}

function originOf(matches: MetaContext["matches"]): string | undefined {
  const frame = matches.find(({ id }) => id === "root")?.data as { origin?: string } | undefined;
  return frame?.origin;
}

function canonical(
  origin: string,
  { pathname, search }: MetaContext["location"],
  keep: Record<string, string>,
): string {
  const asked = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const [name, usual] of Object.entries(keep)) {
    const value = asked.get(name)?.trim() ?? "";
    if (value !== "" && value !== usual) kept.set(name, value);
  }
  const path = pathname === "/" ? "/" : pathname.replace(/\/+$/, "");
  return origin + path + (kept.size > 0 ? `?${kept}` : "");
}
