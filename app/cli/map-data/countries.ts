import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const countries = require("i18n-iso-countries") as {
  getAlpha2Codes(): Record<string, string>;
  getNames(language: string, options: { select: "all" }): Record<string, string[]>;
  getSupportedLanguages(): string[];
};

/** What people write and no list of country names has. */
const MORE_NAMES: Record<string, string[]> = {
  AE: ["UAE", "U.A.E.", "Emirates"],
  BA: ["Bosnia", "BiH"],
  CD: ["DR Congo", "DRC"],
  CH: ["Helvetia"],
  CI: ["Ivory Coast"],
  CZ: ["Czechia", "Czech Republic"],
  DE: ["BRD"],
  GB: ["UK", "U.K.", "Great Britain", "Britain"],
  IE: ["Eire", "Republic of Ireland"],
  IR: ["Iran"],
  KR: ["South Korea", "Korea"],
  KP: ["North Korea"],
  LA: ["Laos"],
  MK: ["Macedonia", "North Macedonia"],
  MM: ["Burma"],
  NL: ["Holland", "The Netherlands"],
  NZ: ["Aotearoa"],
  RU: ["Russia"],
  SY: ["Syria"],
  TR: ["Turkey", "Türkiye"],
  TW: ["Taiwan"],
  US: ["USA", "U.S.", "U.S.A.", "United States", "America"],
  VA: ["Vatican"],
  VN: ["Vietnam"],
  XK: ["Kosovo"],
};

/** A country's English name, its names in all languages, and its codes. */
export interface Country {
  code: string;
  name: string;
  names: string[];
  codes: string[];
}

export function readCountries(): Country[] {
  const byLanguage = countries.getSupportedLanguages().map((language) => {
    return countries.getNames(language, { select: "all" });
  });
  const english = countries.getNames("en", { select: "all" });
  return Object.entries(countries.getAlpha2Codes()).map(([code, alpha3]) => ({
    code,
    name: english[code]?.[0] ?? code,
    names: [...byLanguage.flatMap((names) => names[code] ?? []), ...(MORE_NAMES[code] ?? [])],
    codes: [code, alpha3],
  }));
}
