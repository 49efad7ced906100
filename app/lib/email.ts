const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`;
const EMAIL = new RegExp(
  String.raw`^[^\s@"'<>(),:;[\]\\.]+(?:\.[^\s@"'<>(),:;[\]\\.]+)*@(?:${LABEL}\.)+${LABEL}$`,
  "u",
);

/** Addresses are compared as they are kept: trimmed and lower case. */
export function normalizeEmail(value: unknown): string {
  return typeof value === "string" ? value.trim().toLowerCase().normalize("NFC") : "";
}

/** Whether mail could be sent there, as far as its form tells. */
export function isEmail(address: string): boolean {
  return address.length <= 254 && EMAIL.test(address) && address.indexOf("@") <= 64;
}
