import { formatCount, plural } from "~/lib/text";

const MONTHS = "January February March April May June July August September October November December".split(" ");

const partsOf = (date: string) => date.split("-").map(Number) as [year: number, month: number, day: number];

/** "14 March 2024". @param date YYYY-MM-DD */
export function formatDay(date: string): string {
  return `${formatDayOfYear(date)} ${toYear(date)}`;
}

/** "14 March", below a heading with the year. @param date YYYY-MM-DD */
export function formatDayOfYear(date: string): string {
  const [, month, day] = partsOf(date);
  return `${day} ${MONTHS[month - 1]}`;
}

/** @param date YYYY-MM-DD */
export function toYear(date: string): number {
  return partsOf(date)[0];
}

/** "84,210 km". @param unit km or mi */
export function formatMileage(mileage: number, unit: string | null): string {
  return `${formatCount(mileage)} ${unit ?? "km"}`;
}

/** "£1,240", "£1,240.50", "CHF 80". @param cost in hundredths of the currency */
export function formatMoney(cost: number, currency: string): string {
  const decimals = cost % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(cost / 100);
}

export function formatContents(photos: number, parts: number): string {
  const counts = [photos > 1 ? plural(photos, "photo") : "", parts > 0 ? plural(parts, "part") : ""];
  return counts.filter(Boolean).join(", ");
}
