/** What a figure must be and what it aims at, in one unit. */
export interface Target {
  must: number;
  aim?: number;
  unit: "times" | "KB" | "s" | "ms" | "MB" | "%" | "points" | "shift" | "count" | "share";
  /** Whether more is better; else less is. */
  more?: boolean;
}

/** Figures by id; several rows of the table may be of one. A figure that is not named here is there to be known. */
export const TARGETS: Record<string, Target> = {
  P1: { must: 1, aim: 1.3, unit: "times", more: true },
  P2: { must: 3, aim: 4.5, unit: "times", more: true },
  P3: { must: 4, aim: 6, unit: "times", more: true },
  P4: { must: 50, aim: 200, unit: "times", more: true },
  P5: { must: 1.2, aim: 1.1, unit: "times" },
  P6: { must: 0, aim: 0, unit: "count" },
  P7: { must: 1, aim: 1.3, unit: "times", more: true },
  "P7 store": { must: 1.3, unit: "times" },
  "P8 uploads": { must: 3, aim: 1.5, unit: "times" },
  "P8 full load": { must: 2, aim: 1, unit: "times" },
  P9: { must: 0.3, aim: 0.5, unit: "times", more: true },
  P10: { must: 14, aim: 10, unit: "KB" },
  P11: { must: 150, aim: 80, unit: "KB" },
  P12: { must: 0, aim: 0, unit: "KB" },
  P13: { must: 110, aim: 90, unit: "KB" },
  P14: { must: 25, aim: 18, unit: "KB" },
  P15: { must: 1.8, aim: 1.2, unit: "s" },
  "P16 shift": { must: 0.02, aim: 0, unit: "shift" },
  "P16 blocking": { must: 100, aim: 30, unit: "ms" },
  "P16 scores": { must: 98, aim: 100, unit: "points", more: true },
  P17: { must: 3, aim: 2, unit: "s" },
  P18: { must: 6, aim: 4, unit: "count" },
  "P19 start": { must: 1.5, aim: 0.8, unit: "s" },
  "P19 idle": { must: 150, unit: "MB" },
  "P19 load": { must: 350, unit: "MB" },
  "P20 open": { must: 2, aim: 4, unit: "times", more: true },
  "P20 bearer": { must: 0.25, aim: 0.4, unit: "times", more: true },
  "P20 own": { must: 0.25, aim: 0.4, unit: "times", more: true },
  P21: { must: 1, aim: 1, unit: "share", more: true },
  "P22 members": { must: 1.6, aim: 1.8, unit: "times", more: true },
  "P22 visitors": { must: 1.6, aim: 1.8, unit: "times", more: true },
  edge: { must: 1_000, aim: 5_000, unit: "count", more: true },
  "S5 login": { must: 5, unit: "%" },
  "S5 forgot": { must: 5, unit: "%" },
  "S5 sign-up": { must: 5, unit: "%" },
};

const UNITS: Partial<Record<Target["unit"], string>> = { KB: " KB", s: " s", ms: " ms", MB: " MB", "%": " %" };

/** A bound as people read it, such as "≥ 1.3" or "≤ 14 KB"; "" where there is none. */
export function boundOf({ unit, more = false }: Target, value: number | undefined): string {
  if (value === undefined) return "";
  if (unit === "share" && value === 1) return "all";
  const limit = `${value}${UNITS[unit] ?? ""}`;
  if (more ? unit === "points" && value === 100 : value === 0) return limit;
  return `${more ? "≥" : "≤"} ${limit}`;
}

export type Verdict = "aim" | "must" | "MISSED";

/** How far a figure's worst value got; a value that is no number has missed. */
export function verdictOn({ must, aim, more = false }: Target, worst: number): Verdict {
  const meets = (bound: number | undefined) => bound !== undefined && (more ? worst >= bound : worst <= bound);
  if (meets(aim)) return "aim";
  return meets(must) ? "must" : "MISSED";
}
