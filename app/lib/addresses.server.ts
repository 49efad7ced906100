import { domainToASCII, domainToUnicode } from "node:url";
import { MAX_EMAIL } from "./email";
import { withoutUnseen } from "./text";

/** Only such domains have two spellings: Unicode and ASCII. */
const HAS_TWO_FORMS = /[^ -~]|\bxn--/;

/** Would end the domain in a URL and be dropped. */
const NO_DOMAIN = /[\0-,/:-`{-\x7f]/;

function withDomain(address: string, format: (domain: string) => string): string {
  const index = address.lastIndexOf("@") + 1;
  const domain = address.slice(index);
  if (index === 0 || !HAS_TWO_FORMS.test(domain) || NO_DOMAIN.test(domain)) return address;
  // "" if invalid.
  return address.slice(0, index) + (format(domain) || domain);
}

/** Longer input is no address, and slow: accents on one letter are sorted in quadratic time. */
const MAX_INPUT_LENGTH = 4 * MAX_EMAIL;

/**
 * For storing and showing: lower case, trimmed, no invisible characters, full-width characters as plain ones. The
 * domain keeps its spelling. "" for non-text.
 */
export function normalizeEmail(value: unknown): string {
  if (typeof value !== "string") return "";
  if (value.length > MAX_INPUT_LENGTH) return value;
  const address = withoutUnseen(value).normalize("NFKC").trim().toLowerCase().normalize("NFC");
  return withDomain(address, (domain) => (/^[ -~]*$/.test(domain) ? domain : domainToUnicode(domainToASCII(domain))));
}

/** For comparing and counting a normalized address: with an ASCII domain. */
export function comparedEmail(address: string): string {
  return withDomain(address, domainToASCII);
}

export const isSameEmail = (a: string, b: string) => comparedEmail(a) === comparedEmail(b);

/** Both spellings of a normalized address, the given one first: a stored row may have either. */
export function emailForms(address: string): [email: string, other: string] {
  const ascii = comparedEmail(address);
  return [address, ascii === address ? withDomain(address, domainToUnicode) : ascii];
}
