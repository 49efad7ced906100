/** Message for text in another encoding. */
export const NOT_UTF8 = "The text is not UTF-8, so it cannot be read.";

/** Throws on invalid bytes instead of replacing them. Drops a byte order mark. */
const strict = new TextDecoder("utf-8", { fatal: true });

/** @returns undefined for invalid UTF-8 */
export function readUtf8(bytes: Uint8Array | ArrayBuffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Only bytes with the high bit can be invalid. */
const HIGH_BYTES = /(?:%[89a-f][\da-f])+/gi;

/**
 * Whether the percent-encoded bytes of a query or form are UTF-8. A percent sign without digits is literal, as in
 * browsers.
 */
export function isUtf8Encoded(text: string): boolean {
  try {
    for (const [bytes] of text.matchAll(HIGH_BYTES)) decodeURIComponent(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether a charset's name in a header means UTF-8. */
export function isUtf8Label(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding === "utf-8";
  } catch {
    return false;
  }
}
