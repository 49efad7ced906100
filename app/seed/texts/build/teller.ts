import type { Random } from "~/seed/random";
import type { Facts } from "../specs";
import type { Subject } from "../stories";
import { ARRIVALS } from "./arrivals";
import { BODYWORK } from "./bodywork";
import { CHANGES } from "./changes";
import type { EntryText, Stage } from "./entries";
import { RIDERS } from "./riders";
import { SEASONS } from "./seasons";
import { SHORT_ENTRIES } from "./short";
import { WORKSHOP } from "./workshop";

export const ENTRIES: readonly EntryText[] = [...ARRIVALS, ...WORKSHOP, ...BODYWORK, ...RIDERS, ...SEASONS, ...CHANGES];

const PROJECT: readonly Stage[] = ["engine", "chassis", "body", "inside"];
const STAGES: readonly Stage[] = ["arrive", ...PROJECT, "test", "use", "plan"];

/** For `EntryText.needs`. */
export function traitsOf({ kind, year }: Subject, { traits }: Facts, condition: string): ReadonlySet<string> {
  const restored = ["Excellent", "Restored", "Rolling restoration"].includes(condition);
  return new Set([
    ...traits,
    kind,
    kind === "bike" || kind === "scooter" ? "wheels2" : "wheels4",
    ...(year < 1980 ? ["old"] : []),
    ...(restored ? ["restored"] : []),
  ]);
}

function fits({ needs }: EntryText, traits: ReadonlySet<string>): boolean {
  return needs.split(" ").every((need) => (need.startsWith("!") ? !traits.has(need.slice(1)) : traits.has(need)));
}

/** In a log of `count` entries. */
function stagesOf(random: Random, count: number): Stage[] {
  const plan = count >= 4 && random.chance(0.6);
  const test = count >= 4;
  const rest = count - 1 - Number(plan) - Number(test);
  const work = Math.ceil(rest * 0.45);
  const project = [...random.shuffle(PROJECT), ...random.shuffle(PROJECT)].slice(0, work);
  const stages: Stage[] = ["arrive", ...project, ...(test ? (["test"] as const) : [])];
  return [
    ...stages,
    ...Array.from({ length: rest - work }, () => "use" as const),
    ...(plan ? (["plan"] as const) : []),
  ].sort((a, b) => STAGES.indexOf(a) - STAGES.indexOf(b));
}

/** In order; fewer than `count` if the garage has used them all. */
type Teller = (garage: number, traits: ReadonlySet<string>, count: number) => EntryText[];

/** Never repeats an entry in a garage; in others it prefers the least used. */
export function createTeller(random: Random): Teller {
  const told = new Map<EntryText, number>();
  const heardIn = new Map<number, Set<EntryText>>();
  return (garage, traits, count) => {
    const heard = heardIn.get(garage) ?? new Set();
    heardIn.set(garage, heard);
    const left = random.shuffle(ENTRIES.filter((entry) => !heard.has(entry) && fits(entry, traits)));
    left.sort((a, b) => (told.get(a) ?? 0) - (told.get(b) ?? 0));
    const take = (stage: Stage) => {
      const at = left.findIndex((entry) => entry.stage === stage);
      if (at < 0) return undefined;
      const [entry] = left.splice(at, 1);
      heard.add(entry!);
      told.set(entry!, (told.get(entry!) ?? 0) + 1);
      return entry;
    };
    const chosen = stagesOf(random, count).flatMap((stage) => take(stage) ?? take("use") ?? []);
    return chosen.sort((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage));
  };
}

export interface Slots {
  fuel: string;
  test: string;
  clock: string;
  since: string;
  far: (miles: number) => string;
}

export function fillEntry(line: string, subject: Subject, { far, ...slots }: Slots): string {
  const words: Record<string, string | number> = { ...subject, ...slots };
  return line
    .replace(/\{far:(\d+)\}/g, (_, miles: string) => far(Number(miles)))
    .replace(/\{(\w+)\}/g, (_, slot: string) => String(words[slot]));
}

/** Its mileage makes it unique in its garage. */
export function shortEntry(turn: number, clock: string): Pick<EntryText, "kind" | "title" | "text"> {
  const [kind, title, text] = SHORT_ENTRIES[turn % SHORT_ENTRIES.length]!;
  return { kind, title, text: `${text} ${clock} on the clock.` };
}
