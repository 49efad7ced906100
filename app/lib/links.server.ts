import tlds from "tlds" with { type: "json" };
import { withoutUnseen } from "./text";

// Every repetition has a bound, because texts may have 20,000 characters.

/** As a group: a dot after a letter or digit, and a top level in letters or ASCII (`xn--`). */
const DOMAIN_END = String.raw`[\p{L}\p{M}\p{N}-]\.(\p{L}[\p{L}\p{M}]{1,62}|xn--[a-z\d-]{1,59})`;

const SCHEMES =
  "mailto|tel|sms|sips?|xmpp|skype|callto|facetime(?:-audio)?|whatsapp|viber|tg|magnet|bitcoin|ethereum|lightning|geo|maps|intent|market|webcal|javascript|vbscript";

const LINK = new RegExp(
  [
    // Browsers accept `http:\evil.com`, and pages show a link after any non-ASCII letter.
    String.raw`(?:https?|ftp):[/\\]{0,9}[^\s/\\:]`,
    String.raw`[a-z\d+.-]:\/\/`,
    String.raw`(?<![a-z\d])(?:${SCHEMES}):[^\s:]`,
    String.raw`(?<![a-z\d])www\.`,
    String.raw`(?<![a-z\d])xn--[a-z\d]`,
    String.raw`(?<![:/\p{L}\p{N}])\/\/[\p{L}\p{N}-]{1,63}\.\p{L}`,
    // IPv4: without path or port it may be a version, or a firing order.
    String.raw`(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?:\/|:\d|[?#][^\s])`,
    // With a path, port, query or fragment.
    String.raw`${DOMAIN_END}\.?(?:[/\\]|:\d|[?#][^\s?!.,;:)])`,
  ].join("|"),
  "iu",
);

/** After these scripts `。` ends a sentence; elsewhere browsers read a dot. */
const IDEOGRAPHIC_DOT = /\u3002(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])(?=\p{L})/gu;

/** As browsers do: compatible characters are equal, invisible ones are removed. */
const asTypedAddress = (text: string) => withoutUnseen(text).normalize("NFKC").replace(IDEOGRAPHIC_DOT, ".");

/** A link that users could follow, shown as one or not. */
export const holdsLink = (text: string) => LINK.test(asTypedAddress(text));

/** With those for examples and private networks. */
const TOP_LEVELS = new Set([...tlds, "example", "test", "invalid", "localhost", "local", "onion"]);

const BARE_DOMAIN = new RegExp(String.raw`${DOMAIN_END}(?![\p{L}\p{M}\p{N}])`, "giu");

/** Before a name: "A.B.Ng", "St.John", "Prof.Li". */
const INITIALS =
  /(?<![\p{L}\p{N}.-])(?:(?:\p{Lu}\p{Ll}?|Mrs|Sir|Prof|Capt|Dipl|Ing)\.){1,9}(?!(?:Com|Net|Org|Info|Biz|Shop|Store|Site|Online)\b)(?=\p{Lu})/gu;

/** A name that advertises: a link, a bare domain or `@`. */
export function holdsAddress(name: string): boolean {
  const text = asTypedAddress(name);
  if (LINK.test(text) || text.includes("@")) return true;
  return [...text.replace(INITIALS, "").matchAll(BARE_DOMAIN)].some(([, top = ""]) => {
    return TOP_LEVELS.has(top.toLowerCase()) || top.toLowerCase().startsWith("xn--");
  });
}
