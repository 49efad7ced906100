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
  const hasPlan = count >= 4 && random.chance(0.6);
  const hasTest = count >= 4;
  const rest = count - 1 - Number(hasPlan) - Number(hasTest);
  const workCount = Math.ceil(rest * 0.45);
  const project = [...random.shuffle(PROJECT), ...random.shuffle(PROJECT)].slice(0, workCount);
  const stages: Stage[] = ["arrive", ...project, ...(hasTest ? (["test"] as const) : [])];
  return [
    ...stages,
    ...Array.from({ length: rest - workCount }, () => "use" as const),
    ...(hasPlan ? (["plan"] as const) : []),
  ].sort((a, b) => STAGES.indexOf(a) - STAGES.indexOf(b));
}

/** In order; fewer than `count` if the garage has used them all. */
type EntryPicker = (garage: number, traits: ReadonlySet<string>, count: number) => EntryText[];

/** Never repeats an entry in a garage; in others it prefers the least used. */
export function createEntryPicker(random: Random): EntryPicker {
  const useCounts = new Map<EntryText, number>();
  const usedByGarage = new Map<number, Set<EntryText>>();
  return (garage, traits, count) => {
    const usedEntries = usedByGarage.get(garage) ?? new Set();
    usedByGarage.set(garage, usedEntries);
    const candidates = random.shuffle(ENTRIES.filter((entry) => !usedEntries.has(entry) && fits(entry, traits)));
    candidates.sort((a, b) => (useCounts.get(a) ?? 0) - (useCounts.get(b) ?? 0));
    const takeEntry = (stage: Stage) => {
      const index = candidates.findIndex((entry) => entry.stage === stage);
      if (index < 0) return undefined;
      const [entry] = candidates.splice(index, 1);
      usedEntries.add(entry!);
      useCounts.set(entry!, (useCounts.get(entry!) ?? 0) + 1);
      return entry;
    };
    const entries = stagesOf(random, count).flatMap((stage) => takeEntry(stage) ?? takeEntry("use") ?? []);
    return entries.sort((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage));
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
export function shortEntry(index: number, clock: string): Pick<EntryText, "kind" | "title" | "text"> {
  const [kind, title, text] = SHORT_ENTRIES[index % SHORT_ENTRIES.length]!;
  return { kind, title, text: `${text} ${clock} on the clock.` };
}
