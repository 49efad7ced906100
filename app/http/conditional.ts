/**
 * Whether an If-None-Match names this representation. Weakly compared: a 304 needs the same content, not the same bytes.
 * @param tags the header as it was sent: entity tags with commas between, or `*`
 * @param etag with its quotation marks, with or without `W/`
 */
export function matchesTag(tags: string, etag: string): boolean {
  const strong = etag.replace(/^W\//, "");
  return tags.split(",").some((tag) => ["*", strong, `W/${strong}`].includes(tag.trim()));
}

/**
 * Whether whoever asks has this already: If-None-Match decides where it is sent, else If-Modified-Since (whole
 * seconds), as RFC 9110 13.2.2 has it.
 * @param etag with its quotation marks, with or without `W/`
 * @param modifiedAt milliseconds since 1970
 */
export function isUnchanged(
  asked: Pick<Headers, "get">,
  { etag, modifiedAt }: { etag: string; modifiedAt?: number },
): boolean {
  const tags = asked.get("if-none-match");
  if (tags !== null) return matchesTag(tags, etag);
  if (modifiedAt === undefined) return false;
  const since = Date.parse(asked.get("if-modified-since") ?? "");
  return !Number.isNaN(since) && Math.floor(modifiedAt / 1000) * 1000 <= since;
}
