/**
 * A text in which an address may stand, as it may be written down: the single-use token in such an address is left out.
 * Addresses match whatever their case and whichever of their letters are percent-encoded, as routes do.
 */
export function maskTokens(text: string): string {
  return text
    .replace(/%(2d|[46][1-9a-f]|[57][0-9a])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/(verify-email|reset-?password)((?:\/|%2f)+)[^\s/?#&"'<>()\\]+/gi, "$1$2…");
}
