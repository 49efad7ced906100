/** Separated by a blank, apostrophe, comma or dot, always the same. */
const IN_GROUPS = /^[1-9]\d{0,2}([ ',.])\d{3}(?:\1\d{3})*$/;
/** "1.250" is 1250 in Berlin and 1.25 in London. */
const EITHER_WAY = /^\d+[,.]\d{3}$/;

/** Digits with a dot, or two readings. */
type ReadNumber = { plain: string } | { either: [thousands: string, decimals: string] };

/** In Unicode the digits 0 to 9 of a script are consecutive, and so are some scripts. */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (codePoint - zero) % 10;
}

/** Replaces digits of any script, such as "١٩٧١" or "१९७१", by 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)));

/** Phones and number formats have many kinds of blanks and apostrophes. */
const simplify = (text: string) =>
  asciiDigits(text)
    .replace(/\p{Cf}/gu, "")
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    // Arabic separator of thousands
    .replaceAll("٬", "'")
    .replace(/[’‘ʼ′´`]/g, "'")
    .replace(/\s/g, " ")
    .trim();

const digitsOf = (text: string) => text.replace(/\D/g, "");

/**
 * "1250,50", "1.234,50", "123 456" and "1'250.50" alike. Invalid text stays as it is.
 * @param whole a comma or dot separates thousands
 */
export function readNumber(input: string, whole: boolean): ReadNumber {
  const text = simplify(input);
  if (IN_GROUPS.test(text)) {
    const plain = digitsOf(text);
    if (whole || !EITHER_WAY.test(text)) return { plain };
    return { either: [plain, Number(text.replace(",", ".")).toFixed(2)] };
  }
  const [, front = text, decimals] = /^(.*\d)[,.٫](\d+)$/.exec(text) ?? [];
  if (decimals === undefined) return { plain: text };
  // The separator of thousands cannot separate decimals.
  const mark = text.charAt(front.length);
  const hasGroups = IN_GROUPS.test(front) && !front.includes(mark);
  return { plain: hasGroups || /^\d+$/.test(front) ? `${digitsOf(front)}.${decimals}` : text };
}
