import { formatCount } from "~/lib/text";
import type { Random } from "./random";

/** A country's currency, unit of distance, and name of the vehicle inspection. */
export interface Locale {
  currency: string;
  /** Approximate units per euro. */
  rate: number;
  step: number;
  unit: "km" | "mi";
  test: string;
}

const EURO = { currency: "EUR", rate: 1, step: 1, unit: "km" } as const;

const LOCALES: Record<string, Locale> = {
  England: { currency: "GBP", rate: 0.85, step: 1, unit: "mi", test: "MOT" },
  France: { ...EURO, test: "contrôle technique" },
  Poland: { currency: "PLN", rate: 4.3, step: 5, unit: "km", test: "przegląd" },
  Denmark: { currency: "DKK", rate: 7.5, step: 5, unit: "km", test: "syn" },
  Spain: { ...EURO, test: "ITV" },
  Germany: { ...EURO, test: "TÜV" },
  Italy: { ...EURO, test: "revisione" },
  Portugal: { ...EURO, test: "inspeção" },
  Czechia: { currency: "CZK", rate: 25, step: 50, unit: "km", test: "STK" },
  Sweden: { currency: "SEK", rate: 11.3, step: 10, unit: "km", test: "besiktning" },
  USA: { currency: "USD", rate: 1.1, step: 1, unit: "mi", test: "state inspection" },
  Taiwan: { currency: "TWD", rate: 34, step: 50, unit: "km", test: "inspection" },
  Japan: { currency: "JPY", rate: 160, step: 100, unit: "km", test: "shaken" },
  Australia: { currency: "AUD", rate: 1.65, step: 1, unit: "km", test: "roadworthy" },
  Brazil: { currency: "BRL", rate: 5.9, step: 5, unit: "km", test: "vistoria" },
  Ireland: { ...EURO, test: "NCT" },
  Netherlands: { ...EURO, test: "APK" },
  "South Africa": { currency: "ZAR", rate: 19.8, step: 10, unit: "km", test: "roadworthy" },
};

/** @throws for a country without an entry */
export function localeOf(country: string): Locale {
  const locale = LOCALES[country];
  if (!locale) throw new Error(`no locale for ${country}`);
  return locale;
}

/** Between two amounts in euros, in hundredths of the country's currency. */
export function sampleCost(random: Random, { rate, step }: Locale, [min, max]: readonly [number, number]): number {
  const amount = (min + (max - min) * random.next()) * rate;
  const rounded = Math.max(step, Math.round(amount / step) * step);
  const cents = step === 1 && random.chance(0.3) ? random.pick([50, 90, 40]) : 0;
  return rounded * 100 + cents;
}

export function roundedDistance(miles: number, unit: "km" | "mi"): string {
  return formatDistance(unit === "mi" ? miles : Math.round((miles * 1.6) / 20) * 20, unit);
}

/** "48,212 miles". */
export function formatDistance(length: number, unit: "km" | "mi"): string {
  return `${formatCount(length)} ${unit === "mi" ? "miles" : "km"}`;
}
