/**
 * Who may keep an answer, said here and nowhere else. Files that never change under their name (pictures, tiles, assets)
 * have rules of their own.
 */

/** What belongs to a person, to one moment or to nobody: a member's page, a refusal, a fault. Said of whatever says nothing. */
export const FOR_ONE = { "Cache-Control": "private, no-store" } as const;

/**
 * What the address and the database alone decide: every visitor gets it. A browser asks each time whether it still has it;
 * whether shared caches may keep it is said as it is sent, since that depends on who asks (`FOR_VISITORS`).
 */
export const FOR_ALL = { "Cache-Control": "public, max-age=0, must-revalidate" } as const;

/** Of such an answer to somebody who sends no credential: what caches in front of the site may do with it (RFC 9213). */
export const FOR_VISITORS = {
  ...FOR_ALL,
  "CDN-Cache-Control": "max-age=10, stale-while-revalidate=60, stale-if-error=86400",
} as const;

/** What an answer depends on, kept or not. */
export const VARY = "Cookie, Authorization, Accept-Encoding";
