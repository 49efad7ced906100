/**
 * Who may keep an answer, said here and nowhere else. Files that never change under their name (pictures, tiles, assets)
 * have rules of their own.
 */

/** What belongs to a person, to one moment or to nobody: a member's page, a refusal, a fault. Said of whatever says nothing. */
export const CACHE_PRIVATE = { "Cache-Control": "private, no-store" } as const;

/**
 * What the address and the database alone decide: every visitor gets it. A browser asks each time whether it still has it;
 * whether shared caches may keep it is said as it is sent, since that depends on who asks (`CACHE_CDN`).
 */
export const CACHE_PUBLIC = { "Cache-Control": "public, max-age=0, must-revalidate" } as const;

/** Of such an answer to somebody who sends no credential: what caches in front of the site may do with it (RFC 9213). */
export const CACHE_CDN = {
  ...CACHE_PUBLIC,
  "CDN-Cache-Control": "max-age=10, stale-while-revalidate=60, stale-if-error=86400",
} as const;

/** What an answer depends on, kept or not. */
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
 * Whether whoever asks has this already: If-None-Match decides where it is sent, else If-Modified-Since (whole
 * seconds), as RFC 9110 13.2.2 has it.
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
