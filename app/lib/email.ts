const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const EMAIL = new RegExp(
  String.raw`^[^\s@"'<>(),:;[\]\\.]+(?:\.[^\s@"'<>(),:;[\]\\.]+)*@(?:${LABEL}\.)+${LABEL}$`,
  "u",
);

/** Characters of the longest address that mail can be sent to. */
export const MAX_EMAIL = 254;

/**
 * Whether the text has the form of an e-mail address, also of one that is refused today: accounts of former days may have
 * letters before the @ that most mail servers do not know.
 */
export function hasEmailForm(address: string): boolean {
  return address.length <= MAX_EMAIL && EMAIL.test(address) && address.indexOf("@") <= 64;
}

const PLAIN_NAME = /^[ -~]*@/;

/** Whether it is an e-mail address that most mail servers send to. */
export const isEmail = (address: string) => hasEmailForm(address) && PLAIN_NAME.test(address);

export const NOT_EMAIL = "Please enter a valid email address.";

/** What is said at the field where it is not. */
export const notEmail = (address: unknown) =>
  typeof address === "string" && hasEmailForm(address)
    ? "Please use an email address with only plain letters (a to z), digits and signs before the @. Most mail servers refuse others."
    : NOT_EMAIL;

/** The address of a link that writes to `address`, and does nothing else: a `?` in it would begin fields such as `bcc`. */
export function mailTo(address: string): string {
  return `mailto:${address.split("@").map(encodeURIComponent).join("@")}`;
}
