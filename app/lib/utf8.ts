/** Said of text in another encoding, which would lose its letters. */
export const NOT_UTF8 = "The text is not UTF-8, so it cannot be read.";

/** Strict: what is no UTF-8 is an error instead of a replacement character. A byte order mark is left out. */
const strict = new TextDecoder("utf-8", { fatal: true });

/** @returns undefined where these bytes are no UTF-8 */
export function readUtf8(bytes: Uint8Array | ArrayBuffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Only these can be wrong: what has the high bit begins or continues a letter of several bytes. */
const HIGH_BYTES = /(?:%[89a-f][\da-f])+/gi;

/**
 * Whether the percent signs of a query or of a form's text stand for UTF-8. A percent sign that stands for nothing is
 * one, as browsers have it.
 */
export function isUtf8Encoded(text: string): boolean {
  try {
    for (const [bytes] of text.matchAll(HIGH_BYTES)) decodeURIComponent(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether a name of a charset, as headers have it, means UTF-8. */
export function isUtf8Label(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding === "utf-8";
  } catch {
    return false;
  }
}
