import tlds from "tlds" with { type: "json" };
import { withoutUnseen } from "./text";

// Every repeated part has a bound: texts of 20,000 characters and more are looked at.

/** The end of a domain: a dot behind a letter or digit, and a top level in letters or in ASCII (`xn--`), as a group. */
const DOMAIN_END = String.raw`[\p{L}\p{M}\p{N}-]\.(\p{L}[\p{L}\p{M}]{1,62}|xn--[a-z\d-]{1,59})`;

/** Schemes that are links without slashes. */
const SCHEMES =
  "mailto|tel|sms|sips?|xmpp|skype|callto|facetime(?:-audio)?|whatsapp|viber|tg|magnet|bitcoin|ethereum|lightning|geo|maps|intent|market|webcal|javascript|vbscript";

const LINK = new RegExp(
  [
    // Browsers read `http:\evil.com` as an address too, and pages show a link behind any letter that is not ASCII.
    String.raw`(?:https?|ftp):[/\\]{0,9}[^\s/\\:]`,
    String.raw`[a-z\d+.-]:\/\/`,
    String.raw`(?<![a-z\d])(?:${SCHEMES}):[^\s:]`,
    String.raw`(?<![a-z\d])www\.`,
    String.raw`(?<![a-z\d])xn--[a-z\d]`,
    String.raw`(?<![:/\p{L}\p{N}])\/\/[\p{L}\p{N}-]{1,63}\.\p{L}`,
    // IPv4: without a path or port it is a version, or a firing order.
    String.raw`(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?:\/|:\d|[?#][^\s])`,
    // A path, a port, a query or a fragment behind a domain.
    String.raw`${DOMAIN_END}\.?(?:[/\\]|:\d|[?#][^\s?!.,;:)])`,
  ].join("|"),
  "iu",
);

/** Letters behind which `。` ends a sentence; before others browsers read it as a dot. */
const IDEOGRAPHIC_DOT = /\u3002(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])(?=\p{L})/gu;

/** As browsers read an address: compatible characters are one, nothing unseen is in between. */
const asTypedAddress = (text: string) => withoutUnseen(text).normalize("NFKC").replace(IDEOGRAPHIC_DOT, ".");

/** Whether there is something in a text that people could follow, also where it is not drawn as a link. */
export const holdsLink = (text: string) => LINK.test(asTypedAddress(text));

/** Top levels, those for examples and private networks too. */
const TOP_LEVELS = new Set([...tlds, "example", "test", "invalid", "localhost", "local", "onion"]);

/** A domain's last two parts. */
const BARE_DOMAIN = new RegExp(String.raw`${DOMAIN_END}(?![\p{L}\p{M}\p{N}])`, "giu");

/** Initials and titles before a name: "A.B.Ng", "St.John", "Prof.Li". */
const INITIALS =
  /(?<![\p{L}\p{N}.-])(?:(?:\p{Lu}\p{Ll}?|Mrs|Sir|Prof|Capt|Dipl|Ing)\.){1,9}(?!(?:Com|Net|Org|Info|Biz|Shop|Store|Site|Online)\b)(?=\p{Lu})/gu;

/** Whether a name advertises something: it holds a link, a bare domain or `@`. */
export function holdsAddress(name: string): boolean {
  const typed = asTypedAddress(name);
  if (LINK.test(typed) || typed.includes("@")) return true;
  return [...typed.replace(INITIALS, "").matchAll(BARE_DOMAIN)].some(([, top = ""]) => {
    return TOP_LEVELS.has(top.toLowerCase()) || top.toLowerCase().startsWith("xn--");
  });
}
