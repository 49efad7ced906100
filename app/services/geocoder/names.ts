import { fold } from "~/lib/text";

/** Spellings of the same word of a name. */
const SAME: Record<string, string> = { saint: "st", sankt: "st", sint: "st", sainte: "ste", mount: "mt", fort: "ft" };

/**
 * A name as names are compared: folded, without apostrophes and points, hyphens as spaces, "Saint" as "St":
 * "St. Albans", "Saint Albans" and "ST ALBANS" are one.
 */
export function nameKey(name: string): string {
  return fold(name)
    .normalize("NFC")
    .replace(/['’‘ʻʼ`´.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/\p{L}+/gu, (word) => SAME[word] ?? word);
}
