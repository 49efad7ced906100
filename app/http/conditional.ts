/**
 * Whether whoever asks has this already: If-None-Match decides where it is sent, else If-Modified-Since (whole
 * seconds), as RFC 9110 13.2.2 has it.
 * @param etag with its quotation marks, with or without `W/`
 * @param modifiedAt milliseconds since 1970
 */
export function isUnchanged(asked: Headers, { etag, modifiedAt }: { etag: string; modifiedAt?: number }): boolean {
  const tags = asked.get("if-none-match");
  const strong = etag.replace(/^W\//, "");
  if (tags !== null) return tags.split(",").some((tag) => ["*", strong, `W/${strong}`].includes(tag.trim()));
  if (modifiedAt === undefined) return false;
  const since = Date.parse(asked.get("if-modified-since") ?? "");
  return !Number.isNaN(since) && Math.floor(modifiedAt / 1000) * 1000 <= since;
}
