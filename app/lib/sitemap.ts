import { toIso } from "./time";
import { element, xmlDocument } from "./xml";

/** What a site map says of one address. */
export interface SitemapEntry {
  /** Absolute. */
  address: string;
  /** Milliseconds since 1970; left out where nobody knows. */
  modifiedAt?: number;
}

/** The most addresses that one file may hold (sitemaps.org). */
export const MAX_ADDRESSES = 50_000;

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** A site map file. */
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

/** A list of site map files, for a site that one cannot hold. */
export function writeSitemapIndex(addresses: string[]): string {
  const lines = addresses.map((address) => element("sitemap", {}, element("loc", {}, address)));
  return xmlDocument(element("sitemapindex", { xmlns: NAMESPACE }, ...lines));
}
