import { fold } from "~/lib/text";

/** "Mercedes-Benz", "mercedes benz" and "MercedesBenz" are equal. Never "", which would mean no name. */
function keyOf(name: string): string {
  const foldedName = fold(name);
  // Names of only punctuation or accents.
  return foldedName.replace(/[^\p{L}\p{N}]+/gu, "") || foldedName || name;
}

interface ParsedMake {
  key: string;
  /** Until vehicles spell the name differently. */
  name: string;
  /** "VW". */
  isAlias: boolean;
}

/** In any spelling (makes README, Rules). */
export function parseMake(text: string): ParsedMake {
  const key = keyOf(text);
  const name = MEANT.get(key);
  return name === undefined ? { key, name: text, isAlias: false } : { key: keyOf(name), name, isAlias: true };
}

/** Within its make. */
export function modelKey(text: string): string {
  return keyOf(text);
}

/** Keeps the first name of a key. */
export function distinctBy(names: readonly string[], keyOf: (name: string) => string): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(keyOf(name))) byKey.set(keyOf(name), name);
  return [...byKey.values()];
}

/** Case, accents, spaces and hyphens need no alias. */
const ALIASES: Record<string, readonly string[]> = {
  "Alfa Romeo": ["Alfa"],
  "Aston Martin": ["Aston"],
  "Austin-Healey": ["Healey"],
  BMW: ["Beemer", "Beamer", "Bimmer"],
  Cadillac: ["Caddy"],
  Chevrolet: ["Chevy", "Chevie"],
  Citroën: ["Citroen Cars"],
  "Harley-Davidson": ["Harley", "HD"],
  Jaguar: ["Jag"],
  Lamborghini: ["Lambo"],
  "Land Rover": ["Landy", "Landie"],
  "Mercedes-Benz": ["Merc", "Mercedes", "Benz", "MB"],
  "Moto Guzzi": ["Guzzi"],
  Oldsmobile: ["Olds"],
  Peugeot: ["Pug"],
  Pontiac: ["Poncho"],
  Porsche: ["Porker"],
  "Rolls-Royce": ["Rolls", "RR"],
  Volkswagen: ["VW", "V.W.", "Volkswagon"],
};

const MEANT = new Map(
  Object.entries(ALIASES).flatMap(([name, aliases]) => aliases.map((alias) => [keyOf(alias), name] as const)),
);
