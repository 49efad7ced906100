type Unit = "times" | "KB" | "s" | "ms" | "MB" | "%" | "points" | "shift" | "count" | "share";

export interface Target {
  must: number;
  aim?: number;
  unit: Unit;
  /** More is better. */
  more?: boolean;
}

const most = (unit: Unit, must: number, aim?: number): Target => ({ unit, must, ...(aim !== undefined && { aim }) });
const least = (unit: Unit, must: number, aim?: number): Target => ({ ...most(unit, must, aim), more: true });

/** By id. Other figures are for information. */
export const TARGETS: Record<string, Target> = {
  P1: least("times", 0.9, 1.3),
  P2: least("times", 3, 4.5),
  P3: least("times", 3, 4),
  P5: most("times", 1.2, 1.1),
  P7: least("times", 1, 1.3),
  "P8 uploads": most("times", 3, 1.5),
  "P8 full load": most("times", 2, 1),
  P9: least("times", 0.25, 0.5),
  P10: most("KB", 18, 12),
  P11: most("KB", 150, 80),
  P12: most("KB", 0, 0),
  P13: most("KB", 110, 90),
  P14: most("KB", 25, 18),
  P15: most("s", 1.8, 1.2),
  "P16 shift": most("shift", 0.02, 0),
  "P16 blocking": most("ms", 100, 30),
  "P16 scores": least("points", 98, 100),
  P17: most("s", 3, 2),
  "P19 start": most("s", 1.5, 0.8),
  "P19 idle": most("MB", 170),
  "P19 load": most("MB", 350),
  "P20 open": least("times", 1.5, 4),
  "P20 bearer": least("times", 0.07, 0.25),
  "P20 own": least("times", 0.07, 0.25),
  P21: least("share", 1, 1),
  "P22 members": least("times", 1.5, 1.8),
  "P22 visitors": least("times", 1.5, 1.8),
  "P23 paint": most("ms", 300, 150),
  "P23 lost": most("count", 0, 0),
  "S5 login": most("%", 5),
  "S5 forgot": most("%", 5),
  "S5 sign-up": most("%", 5),
};

const UNITS: Partial<Record<Unit, string>> = { KB: " KB", s: " s", ms: " ms", MB: " MB", "%": " %" };

/** Such as "≥ 1.3" or "≤ 14 KB"; "" without one. */
export function boundOf({ unit, more = false }: Target, value: number | undefined): string {
  if (value === undefined) return "";
  if (unit === "share" && value === 1) return "all";
  const limit = `${value}${UNITS[unit] ?? ""}`;
  if (more ? unit === "points" && value === 100 : value === 0) return limit;
  return `${more ? "≥" : "≤"} ${limit}`;
}

/** NaN has missed. */
export function verdictOn({ must, aim, more = false }: Target, worst: number): "aim" | "must" | "MISSED" {
  const meets = (bound: number | undefined) => bound !== undefined && (more ? worst >= bound : worst <= bound);
  if (meets(aim)) return "aim";
  return meets(must) ? "must" : "MISSED";
}
