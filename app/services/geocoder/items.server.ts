import { withoutUnseen } from "~/lib/text";
import { listNamed, type NamedPlace } from "./gazetteer.server";
import { EVERYDAY, nameKey, SHORT_WORDS } from "./names";

export interface Item {
  key: string;
  towns: NamedPlace[];
  areas: NamedPlace[];
  hasNumber: boolean;
}

/** Longer segments are not split. */
const MAX_WORDS = 8;

/** In order: "Austin Texas, USA" names three places. */
export function readItems(text: string): Item[] {
  const placesByName = new Map<string, NamedPlace[]>();
  const look = (key: string) => {
    const rows = placesByName.get(key) ?? (isTooShort(key) ? [] : listNamed(key));
    placesByName.set(key, rows);
    return rows;
  };
  const segments = toSegments(text, (key) => look(key).length > 0);
  return segments.flatMap((segment, index) => {
    const items = readSegment(segment, segments.length === 1, look);
    // In "Speedway, LA" the code is Louisiana's.
    return index === 0 ? items : items.map((item) => (isCode(item) ? { ...item, towns: [] } : item));
  });
}

type Look = (key: string) => NamedPlace[];

function readSegment(segment: Segment, alone: boolean, look: Look): Item[] {
  const unsplit = toItem(segment.key, look(segment.key), !alone);
  if (unsplit.towns.length > 0 || unsplit.areas.length > 0) return [{ ...unsplit, hasNumber: segment.hasNumber }];
  const parts = splitQualified(segment.words, look) ?? [{ ...unsplit, towns: [], areas: [] }];
  return parts.map((part) => ({ ...part, hasNumber: segment.hasNumber }));
}

/** A name from the regions after it without a comma, or from the country before it. */
function splitQualified(words: string[], look: Look): Item[] | undefined {
  if (words.length > MAX_WORDS) return undefined;
  for (let cutIndex = words.length - 1; cutIndex > 0; cutIndex -= 1) {
    const first = nameItem(words.slice(0, cutIndex), look);
    const rest = first && readQualifiers(words.slice(cutIndex), look);
    if (first && rest) return [first, ...rest];
  }
  for (let cutIndex = 1; cutIndex < words.length; cutIndex += 1) {
    const country = nameItem(words.slice(0, cutIndex), look)?.areas.filter(({ kind }) => kind === "country") ?? [];
    const last = country.length > 0 ? nameItem(words.slice(cutIndex), look) : undefined;
    if (last) return [{ key: "", towns: [], areas: country, hasNumber: false }, last];
  }
  return undefined;
}

function nameItem(words: string[], look: Look): Item | undefined {
  const key = nameKey(words.join(" "));
  const item = toItem(key, look(key), false);
  return item.towns.length > 0 || item.areas.length > 0 ? item : undefined;
}

function readQualifiers(words: string[], look: Look): Item[] | undefined {
  if (words.length === 0) return [];
  for (let cutIndex = words.length; cutIndex > 0; cutIndex -= 1) {
    const [first = ""] = words;
    const key = nameKey(words.slice(0, cutIndex).join(" "));
    const { areas } = EVERYDAY.has(key)
      ? { areas: [] }
      : toItem(key, look(key), cutIndex > 1 || isCodeWord(first, words));
    const rest = areas.length > 0 ? readQualifiers(words.slice(cutIndex), look) : undefined;
    if (rest) return [{ key, towns: [], areas, hasNumber: false }, ...rest];
  }
  return undefined;
}

/** @param codes whether abbreviations count */
function toItem(key: string, rows: NamedPlace[], codes: boolean): Item {
  const towns = rows.filter(({ kind, by }) => kind === "town" && by !== "code");
  const areas = rows.filter(({ kind, by }) => kind !== "town" && (codes || by !== "code"));
  // It wins over countries or counties with it as an alternative or short name.
  const ownCountry = areas.some(({ by, kind }) => by === "own" && kind === "country");
  const hasOwnName = areas.some(({ by }) => by === "own");
  const isSecond = ({ by, kind }: NamedPlace) => by === "other" && (ownCountry || (hasOwnName && kind === "country"));
  return { key, towns, areas: areas.filter((area) => !isSecond(area)), hasNumber: false };
}

/** "Austin TX", "austin tx", not "Main St". */
function isCodeWord(word: string, words: string[]): boolean {
  if (word === word.toUpperCase()) return true;
  return !SHORT_WORDS.has(word.toLowerCase()) && words.every((otherWord) => otherWord === otherWord.toLowerCase());
}

function isCode({ key, areas }: Item): boolean {
  return key.length <= 3 && areas.some(({ by }) => by === "code");
}

/** A single letter of an alphabet; one character of other scripts may be a name. */
function isTooShort(key: string): boolean {
  return key === "" || /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(key);
}

interface Segment {
  /** Without postcodes and house numbers. */
  words: string[];
  key: string;
  /** As in "Dublin 4", but also in "Hall 7". */
  hasNumber: boolean;
}

/** Always separate places; others may occur within a name: "Frankfurt (Oder)". */
const MAJOR = /[,;\n|·•，、;]+/;
const MINOR = /[/()[\]]+|\s\p{Dash}+\s|\s\p{Dash}+$|^\p{Dash}+\s/u;

const MAX_LENGTH = 300;
const MAX_SEGMENTS = 12;

const NEAR_WORDS = /^((just )?(near|nr\.?|close to|outside|around|in|from|by) )+(?=.)/i;
const PART_OF = /^(the )?city of (?=.)/i;

/** @param isName true for a known name, which is not split further */
function toSegments(text: string, isName: (key: string) => boolean): Segment[] {
  return withoutUnseen(text)
    .slice(0, MAX_LENGTH)
    .split(MAJOR)
    .flatMap((part) => (isName(toSegment(part).key) ? [part] : part.split(MINOR)))
    .map(toSegment)
    .filter(({ key }) => key !== "")
    .slice(0, MAX_SEGMENTS);
}

function toSegment(part: string): Segment {
  const words = part.trim().replace(NEAR_WORDS, "").replace(PART_OF, "").split(/\s+/);
  const numbers = [...takeNumbers(words, "start"), ...takeNumbers(words, "end")];
  const hasNumber = numbers.length > 0 && numbers.join("").replace(/\D/g, "").length < 4 && !numbers.some(isBritish);
  return { words, key: nameKey(words.join(" ")), hasNumber };
}

function takeNumbers(words: string[], end: "start" | "end"): string[] {
  const numbers: string[] = [];
  const next = () => (end === "start" ? words[0] : words.at(-1));
  for (let word = next(); word !== undefined && /\p{N}|^\P{L}+$/u.test(word); word = next()) {
    numbers.push(word);
    if (end === "start") words.shift();
    else words.pop();
  }
  // Dutch postcode: "1012 AB Amsterdam".
  if (end === "start" && /^\d{4}$/.test(numbers.at(-1) ?? "") && /^[A-Z]{2}$/.test(words[0] ?? "")) words.shift();
  return numbers;
}

/** Half of a postcode: "B5 6AA". */
function isBritish(word: string): boolean {
  return /^([A-Z]{1,2}\d[A-Z\d]?|\d[A-Z]{2})$/i.test(word);
}
