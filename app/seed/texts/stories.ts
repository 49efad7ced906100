import type { Random } from "../random";
import { createDecks } from "./decks";
import type { Kind } from "./models";
import { CAR_STORIES, type StoryPart } from "./stories-cars";
import { OTHER_STORIES } from "./stories-others";

export interface Subject {
  kind: Kind;
  make: string;
  model: string;
  year: number;
  /** "racing green". */
  paint: string;
  /** Where the owner lives. */
  town: string;
}

type Lines = readonly string[];

/** In their order. */
const PARTS: readonly StoryPart[] = ["found", "work", "drive", "next"];

const CONDITIONS: Lines = [
  "Excellent",
  "Restored",
  "Restored",
  "Good",
  "Good",
  "Driver quality",
  "Rolling restoration",
];
const WORN_CONDITIONS: Lines = ["Original, with patina", "Original, with patina", "Good", "Driver quality"];

export function sampleCondition(random: Random, { kind }: Subject): string {
  return random.pick(kind === "prewar" || kind === "work" ? WORN_CONDITIONS : CONDITIONS);
}

/** How many vehicles of a kind the full list of models has, as far as it matters for the supply of words. */
const EXPECTED: Record<Kind, number> = { car: 62, bike: 12, work: 12, scooter: 1, prewar: 2, racer: 1 };

/** The lines of cars are for everything on four wheels that has no words of its own. */
const LINES = Object.fromEntries([
  ...PARTS.map((part) => [`car ${part}`, CAR_STORIES[part]]),
  ...(["bike", "work", "scooter", "prewar", "racer"] as const).flatMap((kind) =>
    PARTS.map((part) => [`${kind} ${part}`, OTHER_STORIES[kind][part]]),
  ),
]) as Record<`${Kind} ${StoryPart}`, Lines>;

/**
 * A teller of stories: each has one to four paragraphs (how it was found, what was done, how it drives, what comes
 * next), and no paragraph is told of two vehicles.
 * @param again whether paragraphs come again when all have been told, as for load tests
 */
export function createStoryteller(random: Random, again: boolean): (subject: Subject) => string {
  const decks = createDecks(random, LINES, again);
  return (subject) => {
    const parts = PARTS.flatMap((part) => {
      const key = `${subject.kind} ${part}` as const;
      const supply = LINES[key].length / EXPECTED[subject.kind];
      return random.chance(Math.min(1, supply)) ? (decks[key].deal() ?? []) : [];
    });
    return parts.map((part) => fill(part, subject)).join("\n\n");
  };
}

/** "{town}", "{make}", "{model}", "{year}" and "{paint}" become what they are of this vehicle. */
export function fill(line: string, subject: Subject): string {
  return line.replace(/\{(make|model|year|paint|town)\}/g, (_, slot: keyof Subject) => String(subject[slot]));
}
