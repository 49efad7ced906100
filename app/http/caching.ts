/** The default, for responses that depend on the viewer and for failures. */
export const CACHE_PRIVATE = { "Cache-Control": "private, no-store" } as const;

/** Of one user, with an entity tag. */
export const CACHE_OWN = { "Cache-Control": "private, no-cache" } as const;

/** Depends on the address and the database only. `CACHE_CDN` is added for requests without credentials. */
export const CACHE_PUBLIC = { "Cache-Control": "public, max-age=0, must-revalidate" } as const;

/** For caches in front of the site (RFC 9213), without credentials. */
export const CACHE_CDN = {
  ...CACHE_PUBLIC,
  "CDN-Cache-Control": "max-age=10, stale-while-revalidate=60, stale-if-error=86400",
} as const;

/** For a public response; declared by route or call. */
export interface CacheRule {
  /** Parameters that the response depends on; default: all. */
  query?: readonly string[];
  /** Random or upcoming content: fresh for 5 s instead of a minute. */
  isShortLived?: boolean;
}

/** How long caches may show a public picture after it was hidden or deleted. */
export const PICTURE_SECONDS = 7 * 24 * 3600;

export const VARY = "Cookie, Authorization, Accept-Encoding";

/**
 * Whether an If-None-Match header names this representation. Weak: 304 needs equal content, not equal bytes.
 * @param tags separated by commas, or `*`
 * @param etag with quotation marks, with or without `W/`
 */
export function matchesEtag(tags: string, etag: string): boolean {
  const strong = etag.replace(/^W\//, "");
  return tags.split(",").some((tag) => ["*", strong, `W/${strong}`].includes(tag.trim()));
}

/**
 * Whether an If-Match header names this version. A visitor's tag is the version, then a hash of the bytes.
 * @param version with quotation marks, of fixed length; undefined: only `*` matches
 */
export function matchesVersion(tags: string, version: string | undefined): boolean {
  const tagStart = version?.slice(0, -1);
  const isVersion = (tag: string) =>
    tag === "*" || (tagStart !== undefined && tag.replace(/^W\//, "").startsWith(tagStart));
  return tags.split(",").some((tag) => isVersion(tag.trim()));
}

/**
 * If-None-Match decides if sent, else If-Modified-Since (whole seconds; RFC 9110 13.2.2).
 * @param etag with quotation marks, with or without `W/`
 * @param modifiedAt ms since 1970
 */
export function isNotModified(
  headers: Pick<Headers, "get">,
  { etag, modifiedAt }: { etag: string; modifiedAt?: number | undefined },
): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return matchesEtag(tags, etag);
  if (modifiedAt === undefined) return false;
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return !Number.isNaN(since) && Math.floor(modifiedAt / 1000) * 1000 <= since;
}
