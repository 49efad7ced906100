const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const EMAIL = new RegExp(
  String.raw`^[^\s@"'<>(),:;[\]\\.]+(?:\.[^\s@"'<>(),:;[\]\\.]+)*@(?:${LABEL}\.)+${LABEL}$`,
  "u",
);

/** Characters of the longest address that mail can be sent to. */
export const MAX_EMAIL = 254;

/** What is longer is no address, nor worth the work: accents on one letter are sorted in quadratic time. */
const LONGEST_READ = 4 * MAX_EMAIL;

/** Normalizes an address for storing and comparing: trimmed, lower case. */
export function normalizeEmail(value: unknown): string {
  if (typeof value === "string" && value.length > LONGEST_READ) return value;
  return typeof value === "string" ? value.trim().toLowerCase().normalize("NFC") : "";
}

/** Whether the text has the form of an e-mail address. */
export function isEmail(address: string): boolean {
  return address.length <= MAX_EMAIL && EMAIL.test(address) && address.indexOf("@") <= 64;
}

/** The address of a link that writes to `address`, and does nothing else: a `?` in it would begin fields such as `bcc`. */
export function mailTo(address: string): string {
  return `mailto:${address.split("@").map(encodeURIComponent).join("@")}`;
}
