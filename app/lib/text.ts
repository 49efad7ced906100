/** Without a Unicode decomposition into base letter and mark. */
const LIGATURES: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  // From ŉ.
  ʼ: "'",
};

/** Soft hyphens, joiners, byte order marks, direction marks, fillers. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** Invisible characters often come with pasted text. */
export const withoutUnseen = (text: string) => text.replace(UNSEEN, "");

/** With substitutes, also for an apostrophe: accents, primes, modifier letters. */
const QUOTES =
  /[\p{Quotation_Mark}`\u00b4\u02b9\u02ba-\u02bf\u02c8\u02ca\u02cb\u02ee\u0374\u0384\u055a\u05f3\u05f4\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2032-\u2037\u2057\u275b-\u275e\u3003\ua78c\uff40]/gu;

const APOSTROPHES = new Set(
  "'`\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u0374\u0384\u055a\u05f3\u1fbd\u1fbf\u1fef\u1ffd\u1ffe" +
    "\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u275b\u275c\ua78c\uff07\uff40",
);

const DASHES = /[\p{Dash}\u02d7\u2043]/gu;

const BLANKS = /[\p{White_Space}\u2800]+/gu;

/**
 * Keyboard characters instead of typographic ones, such as ’ and –; removes invisible ones, and collapses white space.
 */
export function withPlainSigns(text: string): string {
  return withoutUnseen(text)
    .replace(QUOTES, (sign) => (APOSTROPHES.has(sign) ? "'" : '"'))
    .replace(DASHES, "-")
    .replace(BLANKS, " ");
}

/** Raise it with every change of `fold` or `vehicleText`: the next start folds all stored rows again. */
export const FOLDING = 1;

/**
 * The only place that decides how search compares text: "citroen" finds "Citroën", "grandad's" finds "Grandad’s"
 * (search README, Rules). After a change raise `FOLDING`.
 */
export function fold(text: string): string {
  // First: decomposition would turn a single acute accent into a blank.
  return withPlainSigns(text)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðþłıʼ]/g, (letter) => LIGATURES[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

/** For storing: line ends become \n, control characters and lone surrogates are removed, white space is trimmed. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is removed here
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2028\u2029\ufffd]/g, "")
      .trim()
  );
}

/** A single accent is visible, if barely. */
const IS_SEEN = /[^\s\p{Cf}\u115f\u1160\u2800\u3164]/u;

/** White space, invisible characters and accents only. */
export const isBlank = (text: string) => !/[^\s\p{Cf}\p{Mn}\u115f\u1160\u2800\u3164]/u.test(cleanText(text));

/**
 * `cleanText` for names, titles, places. They stand within sentences, so an opened text direction is closed; an
 * invisible text becomes "".
 */
export function cleanLine(text: string): string {
  // Not \s, which includes the byte order mark. First, because `cleanText` would drop rare line separators.
  const line = cleanText(text.replace(/\p{White_Space}+/gu, " "))
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/ +/g, " ")
    .trim();
  return IS_SEEN.test(line) ? line : "";
}

/** At `most` UTF-16 units or up to a fifth before: at a blank, else between graphemes. Adds "…" beyond the limit. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const [, words] = /^(.*\S)\s/s.exec(text.slice(0, most + 1)) ?? [];
  if (words !== undefined && words.length >= most * 0.8) return `${words} …`;
  // The character at the limit may have two units.
  const { index } = new Intl.Segmenter("en").segment(text.slice(0, most + 2)).containing(most)!;
  return `${text.slice(0, index)}…`;
}

/** For `Isolated`, which gives a name within a sentence its own text direction. */
export const isolate = (name: string) => `\u2068${name}\u2069`;

/** Splits a text: marked names are every second part. */
export const ISOLATED = /\u2068([^\u2068\u2069]*)\u2069/;

export const withoutIsolates = (text: string) => text.replace(/[\u2068\u2069]/g, "");

/** An emoji counts as one. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** Split at empty lines. */
export function paragraphs(text: string): string[] {
  return text.split(/\n\s*\n/).filter((part) => part.trim() !== "");
}

/** "1 vehicle", "2 vehicles", "1,204 vehicles". */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : many}`;
}

/** Capitalized, with a full stop: "Somewhere in England, United Kingdom." */
export const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

const counts = new Intl.NumberFormat("en");

/** 12345 as "12,345". */
export function formatCount(count: number): string {
  return counts.format(count);
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const GIGABYTE = 1024 * MEGABYTE;

/** "640 KB", "4.1 MB", "38 MB", "1.5 GB"; "0 MB" only for 0. */
export function formatBytes(bytes: number): string {
  if (bytes >= GIGABYTE) return `${toTenth(bytes / GIGABYTE)} GB`;
  if (bytes >= MEGABYTE) return `${bytes < 10 * MEGABYTE ? toTenth(bytes / MEGABYTE) : toWhole(bytes / MEGABYTE)} MB`;
  return bytes === 0 ? "0 MB" : `${toWhole(bytes / KILOBYTE)} KB`;
}

const toTenth = (amount: number) => Math.round(amount * 10) / 10;
const toWhole = (amount: number) => Math.min(1023, Math.max(1, Math.round(amount)));

/** "37.8 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
