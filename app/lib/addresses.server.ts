import { domainToASCII, domainToUnicode } from "node:url";
import { MAX_EMAIL } from "./email";
import { withoutUnseen } from "./text";

/** The only domains that can be written in two ways: in letters, and in ASCII for those that know no others. */
const HAS_TWO_FORMS = /[^ -~]|\bxn--/;

/** What would end a domain in an address of the web, and be dropped. */
const NO_DOMAIN = /[\0-,/:-`{-\x7f]/;

function withDomain(address: string, written: (domain: string) => string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  if (at === 0 || !HAS_TWO_FORMS.test(domain) || NO_DOMAIN.test(domain)) return address;
  // "" where it is none.
  return address.slice(0, at) + (written(domain) || domain);
}

/** What is longer is no address, nor worth the work: accents on one letter are sorted in quadratic time. */
const MAX_INPUT_LENGTH = 4 * MAX_EMAIL;

/**
 * An address as it is kept and shown, wherever one is read: as it was typed, but in lower case, without blanks around it and
 * without what nobody can see; full-width signs are plain ones. A domain stays in letters or in ASCII. "" for what is no text.
 */
export function normalizeEmail(value: unknown): string {
  if (typeof value !== "string") return "";
  if (value.length > MAX_INPUT_LENGTH) return value;
  const address = withoutUnseen(value).normalize("NFKC").trim().toLowerCase().normalize("NFC");
  return withDomain(address, (domain) => (/^[ -~]*$/.test(domain) ? domain : domainToUnicode(domainToASCII(domain))));
}

/** A normalized address as it is compared and counted: with its domain in ASCII. */
export function comparedEmail(address: string): string {
  return withDomain(address, domainToASCII);
}

/** Whether two normalized addresses are one. */
export const isSameEmail = (one: string, other: string) => comparedEmail(one) === comparedEmail(other);

/**
 * A normalized address in both its forms, the given one first: a row may have been written with either. Twice the same where
 * there is one only.
 */
export function emailForms(address: string): [email: string, other: string] {
  const ascii = comparedEmail(address);
  return [address, ascii === address ? withDomain(address, domainToUnicode) : ascii];
}
