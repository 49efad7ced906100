/**
 * Who may cache a response: the only place that decides it. Files that never change under their name (pictures, tiles,
 * assets) have rules of their own.
 */

/** For responses that depend on the viewer or fail: members' pages, refusals, faults. The default. */
export const CACHE_PRIVATE = { "Cache-Control": "private, no-store" } as const;

/**
 * For responses that the address and the database alone decide. A browser revalidates each time; whether shared caches
 * may store it is added when it is sent, since that depends on the credentials (`CACHE_CDN`).
 */
export const CACHE_PUBLIC = { "Cache-Control": "public, max-age=0, must-revalidate" } as const;

/** Of such a response to a request without credentials: what caches in front of the site may do with it (RFC 9213). */
export const CACHE_CDN = {
  ...CACHE_PUBLIC,
  "CDN-Cache-Control": "max-age=10, stale-while-revalidate=60, stale-if-error=86400",
} as const;

/** How the site caches a route's response, where it is public: declared by the route or the call. */
export interface CacheRule {
  /** The query parameters that the response depends on; all where not given. Others make no copies in the cache. */
  query?: readonly string[];
  /** It shows what is random or about to happen: fresh for 5 s instead of a minute. */
  isShortLived?: boolean;
}

/** For pictures that everybody may see: how long caches show them after they were hidden or deleted, seconds. */
export const PICTURE_SECONDS = 7 * 24 * 3600;

/** What a response varies with, cached or not. */
export const VARY = "Cookie, Authorization, Accept-Encoding";

/**
 * Whether an If-None-Match names this representation. Weakly compared: a 304 needs the same content, not the same bytes.
 * @param tags the header as it was sent: entity tags with commas between, or `*`
 * @param etag with its quotation marks, with or without `W/`
 */
export function matchesEtag(tags: string, etag: string): boolean {
  const strong = etag.replace(/^W\//, "");
  return tags.split(",").some((tag) => ["*", strong, `W/${strong}`].includes(tag.trim()));
}

/**
 * Whether an If-Match names this version of a thing. Visitors' tags begin with the version and go on with a hash of the
 * bytes.
 * @param tags the header as it was sent
 * @param version with its quotation marks, always of the same length; undefined where the thing has none, which only `*`
 *   matches
 */
export function matchesVersion(tags: string, version: string | undefined): boolean {
  const begin = version?.slice(0, -1);
  const isVersion = (tag: string) => tag === "*" || (begin !== undefined && tag.replace(/^W\//, "").startsWith(begin));
  return tags.split(",").some((tag) => isVersion(tag.trim()));
}

/**
 * Whether the client has this representation already: If-None-Match decides where it is sent, else If-Modified-Since
 * (whole seconds), as RFC 9110 13.2.2 has it.
 * @param etag with its quotation marks, with or without `W/`
 * @param modifiedAt milliseconds since 1970
 */
export function isNotModified(
  asked: Pick<Headers, "get">,
  { etag, modifiedAt }: { etag: string; modifiedAt?: number | undefined },
): boolean {
  const tags = asked.get("if-none-match");
  if (tags !== null) return matchesEtag(tags, etag);
  if (modifiedAt === undefined) return false;
  const since = Date.parse(asked.get("if-modified-since") ?? "");
  return !Number.isNaN(since) && Math.floor(modifiedAt / 1000) * 1000 <= since;
}
