import type { VehicleChoice } from "~/features/makes/address";

type Words = Pick<VehicleChoice, "make" | "model" | "from" | "to" | "condition" | "q">;

/** "1967", "1965 to 1970", "from 1965", "up to 1970"; empty where no year is asked for. */
function yearsInWords({ from, to }: Words): string {
  if (from === undefined) return to === undefined ? "" : `up to ${to}`;
  if (to === undefined) return `from ${from}`;
  return from === to ? String(from) : `${from} to ${to}`;
}

/** What a list of vehicles shows, for its title and heading: "Ford Mustang, 1965 to 1970". */
export function choiceInWords(choice: Words): string {
  const { make, model, condition, q } = choice;
  const what = [make, model].filter(Boolean).join(" ") || "Vehicles";
  return [what, yearsInWords(choice), condition, q && `“${q}”`].filter(Boolean).join(", ");
}

export interface Decade {
  /** Its first year. */
  from: number;
  to: number;
  count: number;
}

/** How many there are of each decade, the earliest first. @param years how many there are of each year */
export function decadesOf(years: readonly (readonly [year: number, count: number])[]): Decade[] {
  const decades = new Map<number, number>();
  for (const [year, count] of years) {
    const from = year - (year % 10);
    decades.set(from, (decades.get(from) ?? 0) + count);
  }
  return [...decades].sort(([a], [b]) => a - b).map(([from, count]) => ({ from, to: from + 9, count }));
}
