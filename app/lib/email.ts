const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`;
const EMAIL = new RegExp(String.raw`^[^\s@"<>(),:;[\]\\.]+(?:\.[^\s@"<>(),:;[\]\\.]+)*@(?:${LABEL}\.)+${LABEL}$`, "u");

/** Characters. */
export const MAX_EMAIL = 254;

/**
 * Also true for forms refused today: older accounts may have characters before the @ that most servers do not accept.
 */
export function hasEmailForm(address: string): boolean {
  return address.length <= MAX_EMAIL && EMAIL.test(address) && address.indexOf("@") <= 64;
}

const PLAIN_NAME = /^[ -~]*@/;

/** Accepted by most mail servers. */
export const isEmail = (address: string) => hasEmailForm(address) && PLAIN_NAME.test(address);

export const NOT_EMAIL = "Please enter a valid email address.";

export const notEmail = (address: unknown) =>
  typeof address === "string" && hasEmailForm(address)
    ? "Please use an email address with only plain letters (a to z), digits and signs before the @. Most mail servers refuse others."
    : NOT_EMAIL;

/** Without fields: a `?` in the address would begin fields such as `bcc`. */
export function mailTo(address: string): string {
  return `mailto:${address.split("@").map(encodeURIComponent).join("@")}`;
}
