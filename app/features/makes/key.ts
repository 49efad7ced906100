import { fold } from "~/lib/text";

/**
 * What all spellings of a name have in common: "Mercedes-Benz", "mercedes benz" and "MercedesBenz" are one. Never empty,
 * which would mean no name at all.
 */
function keyOf(name: string): string {
  const folded = fold(name);
  // A name of nothing but signs is left as it is, and so is one of nothing but accents.
  return folded.replace(/[^\p{L}\p{N}]+/gu, "") || folded || name;
}

interface ParsedMake {
  key: string;
  /** What it is called where no vehicle has another spelling. */
  name: string;
  /** Whether it is another name for the make ("VW"). */
  isAlias: boolean;
}

/** Which make `text` means, however it is typed (makes README, Rules). */
export function parseMake(text: string): ParsedMake {
  const key = keyOf(text);
  const name = MEANT.get(key);
  return name === undefined ? { key, name: text, isAlias: false } : { key: keyOf(name), name, isAlias: true };
}

/** Which model of its make `text` means. */
export function modelKey(text: string): string {
  return keyOf(text);
}

/** Names that differ, the earlier of two that mean the same. */
export function distinctBy(names: readonly string[], keyOf: (name: string) => string): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(keyOf(name))) byKey.set(keyOf(name), name);
  return [...byKey.values()];
}

/** Other names that people type for a make; case, accents, spaces and hyphens need no alias. */
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

/** By key, the name that an alias stands for. */
const MEANT = new Map(
  Object.entries(ALIASES).flatMap(([name, aliases]) => aliases.map((alias) => [keyOf(alias), name] as const)),
);
