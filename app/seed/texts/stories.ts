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
  paint: string;
  town: string;
}

type Lines = readonly string[];

const PARTS: readonly StoryPart[] = ["purchase", "work", "drive", "next"];

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

/** Per kind in the full list of models; decides the supply of texts. */
const EXPECTED_VEHICLES: Record<Kind, number> = { car: 62, bike: 12, work: 12, scooter: 1, prewar: 2, racer: 1 };

/** Four-wheeled kinds without their own lines use those of cars. */
const LINES = Object.fromEntries([
  ...PARTS.map((part) => [`car ${part}`, CAR_STORIES[part]]),
  ...(["bike", "work", "scooter", "prewar", "racer"] as const).flatMap((kind) =>
    PARTS.map((part) => [`${kind} ${part}`, OTHER_STORIES[kind][part]]),
  ),
]) as Record<`${Kind} ${StoryPart}`, Lines>;

/**
 * One to four paragraphs (find, work, drive, plans), without repetition.
 * @param mayRepeat paragraphs repeat when all are used, as for load tests
 */
export function createStoryteller(random: Random, mayRepeat: boolean): (subject: Subject) => string {
  const decks = createDecks(random, LINES, mayRepeat);
  return (subject) => {
    const parts = PARTS.flatMap((part) => {
      const key = `${subject.kind} ${part}` as const;
      const supply = LINES[key].length / EXPECTED_VEHICLES[subject.kind];
      return random.chance(Math.min(1, supply)) ? (decks[key].deal() ?? []) : [];
    });
    return parts.map((part) => fillSlots(part, subject)).join("\n\n");
  };
}

export function fillSlots(line: string, subject: Subject): string {
  return line.replace(/\{(make|model|year|paint|town)\}/g, (_, slot: keyof Subject) => String(subject[slot]));
}
