const MAX_LINE_LENGTH = 300;

/** The first line for operators, without addresses and tokens. */
export function oneLine(text: string): string {
  return maskTokens(text.split(/[\r\n]/, 1)[0] ?? "")
    .replace(/[^\s"'<>()]+@[^\s"'<>()]+/g, "…@…")
    .replace(/[\w+/=-]{32,}/g, "…")
    .slice(0, MAX_LINE_LENGTH);
}

/**
 * In URLs for logs: links of mails, calendars, reports, decisions, invites and setup. Like routes, it ignores case and decodes
 * percent-encoding.
 */
export function maskTokens(text: string): string {
  return text
    .replace(/%(2d|[46][1-9a-f]|[57][0-9a])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(
      /(verify-email|confirm-email|undo-email|reset-?password|unsubscribe|calendar|reports|decisions)((?:\/|%2f)+)[^\s/?#&"'<>()\\]+/gi,
      "$1$2…",
    )
    .replace(/((?:invite|token)(?:=|%3d))[^\s/?#&"'<>()\\]+/gi, "$1…");
}
