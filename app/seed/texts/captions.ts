import type { Random } from "../random";
import type { View } from "./models";
import type { Subject } from "./stories";

const CAPTIONS: Record<View, readonly string[]> = {
  profile: ["Fresh from a wash, in {paint}", "The {model}, first drive of the year", "Parked up and cooling down", ""],
  front: ["The face that sold it to me", "Nose to nose", "Front end, all original", "Eye to eye"],
  cockpit: ["Where I spend my Sundays", "All gauges work, some of them correctly", "The office", "View from the seat"],
  rear: ["What most people see of it", "Tail, with the correct lamps at last", "Leaving, reluctantly", ""],
  wheel: ["Wheels cleaned with a toothbrush", "New tyres, correct size", "Every wheel nut torqued by hand"],
  mirrored: ["Its better side", "The other side, before anybody asks", "Evening light in {town}"],
};

export function sampleCaption(random: Random, view: View, subject: Subject): string {
  return random
    .pick(CAPTIONS[view])
    .replace(/\{(paint|model|town)\}/g, (_, slot: "paint" | "model" | "town") => subject[slot]);
}
