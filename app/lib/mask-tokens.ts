/** Longest line that `oneLine` returns, characters. */
const MAX_LINE_LENGTH = 300;

/** The first line of a text for people who run the site, without what could be somebody's: addresses, tokens. */
export function oneLine(text: string): string {
  return maskTokens(text.split(/[\r\n]/, 1)[0] ?? "")
    .replace(/[^\s"'<>()]+@[^\s"'<>()]+/g, "…@…")
    .replace(/[\w+/=-]{32,}/g, "…")
    .slice(0, MAX_LINE_LENGTH);
}

/**
 * Masks the tokens of mails' links, of reports, decisions, invites and a new site in URLs of a text, for logs. URLs match in any case and with
 * any letters percent-encoded, as routes do.
 */
export function maskTokens(text: string): string {
  return text
    .replace(/%(2d|[46][1-9a-f]|[57][0-9a])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/(verify-email|reset-?password|unsubscribe|reports|decisions)((?:\/|%2f)+)[^\s/?#&"'<>()\\]+/gi, "$1$2…")
    .replace(/((?:invite|token)(?:=|%3d))[^\s/?#&"'<>()\\]+/gi, "$1…");
}
