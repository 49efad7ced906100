import { toIso } from "./time";
import { element, xmlDocument } from "./xml";

export interface SitemapEntry {
  /** Absolute. */
  address: string;
  modifiedAt?: number;
}

/** Of a file (sitemaps.org). */
export const MAX_ADDRESSES = 50_000;

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

export function writeUrlSet(entries: SitemapEntry[]): string {
  const lines = entries.map(({ address, modifiedAt }) =>
    element(
      "url",
      {},
      element("loc", {}, address),
      modifiedAt === undefined ? null : element("lastmod", {}, toIso(modifiedAt)),
    ),
  );
  return xmlDocument(element("urlset", { xmlns: NAMESPACE }, ...lines));
}

export function writeSitemapIndex(addresses: string[]): string {
  const lines = addresses.map((address) => element("sitemap", {}, element("loc", {}, address)));
  return xmlDocument(element("sitemapindex", { xmlns: NAMESPACE }, ...lines));
}
