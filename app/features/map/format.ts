import { formatCount, plural } from "~/lib/text";

/** As in the address: "" is kilometres. */
export type Units = "" | "mi";

const KM_PER_MILE = 1.609344;

const inUnits = (km: number, units: Units) => (units === "mi" ? km / KM_PER_MILE : km);

export function lengthText(km: number, units: Units): string {
  return `${formatCount(Math.max(1, Math.round(inUnits(km, units))))} ${units === "mi" ? "mi" : "km"}`;
}

/** "in Birmingham" within a kilometre. @param near the town's label, such as "Birmingham, United Kingdom" */
export function distanceText(km: number, near: string, units: Units): string {
  return km < 1 ? `in ${townName(near)}` : lengthText(km, units);
}

export function townName(label: string): string {
  return label.split(",")[0] ?? label;
}

export function thingsText(total: number, kind: "" | "events" | "garages"): string {
  return kind === "" ? plural(total, "event or garage", "events and garages") : plural(total, kind.slice(0, -1));
}

const CIRCUMFERENCE = 40_075;
const ROUND_LENGTHS = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1_000, 2_000, 3_000, 5_000];
/** px of the map. */
const MAX_BAR = 130;

/** For the middle of the map, px of the map. */
export function scaleBar({ zoom, lat }: { zoom: number; lat: number }, units: Units): { px: number; text: string } {
  const kmPerPx = (CIRCUMFERENCE * Math.cos((lat * Math.PI) / 180)) / (256 * 2 ** zoom);
  const kmPerUnit = units === "mi" ? KM_PER_MILE : 1;
  const longest = (MAX_BAR * kmPerPx) / kmPerUnit;
  const round = ROUND_LENGTHS.findLast((length) => length <= longest) ?? 1;
  return { px: Math.round((round * kmPerUnit) / kmPerPx), text: lengthText(round * kmPerUnit, units) };
}
