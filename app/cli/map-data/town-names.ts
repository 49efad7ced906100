import { FEATURES, nameKey } from "~/services/geocoder/names";
import type { DumpedTown } from "./geonames";

/** Here other names in Latin letters are nearly all noise: former names, double transcriptions. */
const ENGLISH = new Set(["US", "GB", "IE", "CA", "AU", "NZ"]);
const NEW_WORLD = new Set(["US", "CA", "AU", "NZ"]);
/** Population of a city with names in many languages. */
const CITY = 100_000;
const METROPOLIS = 200_000;

/** By country. */
const SCRIPTS: Record<string, string> = {
  Cyrillic: "RU UA BY BG RS MK ME BA KZ KG TJ UZ MN MD AM AZ TM GE XK",
  Greek: "GR CY",
  Arabic: "AE SA QA KW BH OM YE IQ IR SY LB JO PS IL EG LY TN DZ MA EH SD MR AF PK TD DJ SO KM ER",
  Hebrew: "IL PS",
  Han: "CN TW HK MO SG JP MY",
  Hiragana: "JP",
  Katakana: "JP",
  Hangul: "KR KP",
  Thai: "TH",
  Armenian: "AM",
  Georgian: "GE",
  Ethiopic: "ET ER",
  Khmer: "KH",
  Lao: "LA",
  Myanmar: "MM",
  Devanagari: "IN NP",
  Bengali: "BD IN",
  Tamil: "IN LK",
  Sinhala: "LK",
  Telugu: "IN",
  Kannada: "IN",
  Malayalam: "IN",
  Gujarati: "IN",
  Gurmukhi: "IN",
};

const OWN_SCRIPTS = Object.entries(SCRIPTS).map(([script, countries]) => ({
  pattern: new RegExp(`\\p{Script=${script}}`, "u"),
  countries: new Set(countries.split(" ")),
}));

/** Optional endings: "Newcastle upon Tyne", "Frankfurt (Oder)". */
const TAIL =
  /[ -](upon|on|under|by the|by|le|in|am|an der|im|in der|ob der|bei|sur|sous|aan den|aan de|a\. ?d\.)[ -].+$| \(.+\)$/i;

const ARTICLES = new Set("al das den der die el het il l la las le les los the".split(" "));

const CAPITALS: Record<string, string> = { "New York City": "NYC" };

/** The own name, and the dump's other names without noise. */
export function addTownNames(names: Names, towns: DumpedTown[]): void {
  const largestOwn = new Map<string, DumpedTown>();
  for (const town of towns) {
    for (const ownName of ownNames(town)) {
      names.add(ownName, town.id, "own");
      names.add(CAPITALS[ownName] ?? "", town.id, "other");
      const key = keyOf(ownName);
      if (!largestOwn.has(key)) largestOwn.set(key, town);
    }
  }
  for (const town of towns) {
    for (const otherName of [...ownNames(town).flatMap(variants), ...town.otherNames.flatMap(variants)]) {
      if (!isName(otherName, town)) continue;
      const isShort = isPart(otherName, town.name);
      const rival = largestOwn.get(keyOf(otherName));
      // Another town has this name: this one must be far larger.
      const times = !isEnglish(town, otherName) ? 100 : NEW_WORLD.has(town.country) ? 2000 : 5;
      if (!isShort && rival && rival.id !== town.id && rival.population * times > town.population) continue;
      names.add(otherName, town.id, isShort ? "short" : "other");
    }
  }
}

function ownNames({ name, sameNames }: DumpedTown): string[] {
  return [name, ...sameNames].filter((candidate) => candidate !== "");
}

/** Also without its ending, and with German and Danish letters spelt as two. */
function variants(name: string): string[] {
  const short = name.replace(TAIL, "");
  const candidates = short.length >= 4 && short !== name ? [name, short] : [name];
  return candidates.flatMap((candidate) => {
    const respelling = candidate.replace(/[äöüøåÄÖÜØ]/g, (letter) => SPELT[letter.toLowerCase()] ?? letter);
    return respelling === candidate ? [candidate] : [candidate, respelling];
  });
}

const SPELT: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };

function isName(otherName: string, town: DumpedTown): boolean {
  // Postcodes, airport codes, transcriptions.
  if (/\p{N}/u.test(otherName) || /^[A-Z]{2,4}$/.test(otherName) || /^[a-z]/.test(otherName)) return false;
  if (!/\p{Script=Latin}/u.test(otherName)) {
    return town.population >= METROPOLIS || isOwnScript(otherName, town.country);
  }
  if (isRemainder(otherName, town)) return false;
  if (NEW_WORLD.has(town.country) && keyOf(town.name).startsWith(`${keyOf(otherName)} `))
    return isPart(otherName, town.name);
  if (!isEnglish(town, otherName) || isPart(otherName, town.name)) return true;
  if (town.country === "US" && town.population < CITY) return false;
  return distance(keyOf(otherName), keyOf(town.name)) > 2;
}

function isEnglish({ country }: DumpedTown, name: string): boolean {
  return ENGLISH.has(country) && /\p{Script=Latin}/u.test(name);
}

function isOwnScript(name: string, country: string): boolean {
  return OWN_SCRIPTS.some(({ pattern, countries }) => countries.has(country) && pattern.test(name));
}

/** "New York" of "New York City"; not "Long Island" of "Long Island City". */
function isPart(otherName: string, name: string): boolean {
  const [part, whole] = [keyOf(otherName), keyOf(name)];
  if (whole === part) return true;
  return whole.startsWith(`${part} `) && !FEATURES.has(part.slice(part.lastIndexOf(" ") + 1));
}

/** "Tenerife" of "Santa Cruz de Tenerife" is another place; "Hull" of "Kingston upon Hull" and "Havre" are not. */
function isRemainder(otherName: string, { name, country }: DumpedTown): boolean {
  const [part, whole] = [keyOf(otherName), keyOf(name)];
  if (country === "GB" || !whole.endsWith(` ${part}`)) return false;
  return !ARTICLES.has(whole.slice(0, -part.length - 1));
}

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [index, otherLetter] of [...to].entries()) {
      const substitutionCost = (row[index] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(substitutionCost, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const keys = new Map<string, string>();

function keyOf(name: string): string {
  const key = keys.get(name) ?? nameKey(name);
  keys.set(name, key);
  return key;
}

type NameKind = "own" | "short" | "other" | "code";

export class Names {
  private readonly byKey = new Map<string, Map<number, NameKind>>();

  /** A place's first kind per name stays: add own names first. */
  add(name: string, id: number, kind: NameKind): void {
    const key = keyOf(name);
    if (key === "") return;
    const ids = this.byKey.get(key) ?? new Map<number, NameKind>();
    if (!ids.has(id)) ids.set(id, kind);
    this.byKey.set(key, ids);
  }

  of(name: string): { id: number; kind: NameKind }[] {
    return [...(this.byKey.get(keyOf(name)) ?? [])].map(([id, kind]) => ({ id, kind }));
  }

  /** In the order of the table's key. */
  *rows(): Generator<[string, number, NameKind]> {
    for (const key of [...this.byKey.keys()].sort()) {
      for (const [id, kind] of this.byKey.get(key) ?? []) yield [key, id, kind];
    }
  }
}
