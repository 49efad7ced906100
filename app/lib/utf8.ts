export const NOT_UTF8 = "The text is not UTF-8, so it cannot be read.";

/** Throws on invalid bytes. Drops a byte order mark. */
const strict = new TextDecoder("utf-8", { fatal: true });

/** undefined for invalid UTF-8 */
export function readUtf8(bytes: Uint8Array | ArrayBuffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Only these can be invalid. */
const HIGH_BYTES = /(?:%[89a-f][\da-f])+/gi;

/** Percent-encoded, in a query or form. A percent sign without digits is literal, as in browsers. */
export function isUtf8Encoded(text: string): boolean {
  try {
    for (const [bytes] of text.matchAll(HIGH_BYTES)) decodeURIComponent(bytes);
    return true;
  } catch {
    return false;
  }
}

export function isUtf8Label(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding === "utf-8";
  } catch {
    return false;
  }
}
