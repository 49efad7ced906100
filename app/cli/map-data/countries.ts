import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const countries = require("i18n-iso-countries") as {
  getAlpha2Codes(): Record<string, string>;
  getNames(language: string, options: { select: "all" }): Record<string, string[]>;
  getSupportedLanguages(): string[];
};

/** Missing in all lists. */
const MORE_NAMES: Record<string, string[]> = {
  AE: ["UAE", "U.A.E.", "Emirates"],
  BA: ["Bosnia", "BiH"],
  CD: ["DRC"],
  CH: ["Helvetia"],
  CI: ["Ivory Coast"],
  CZ: ["Czech Republic"],
  DE: ["BRD"],
  GB: ["UK", "U.K.", "Great Britain", "Britain"],
  IE: ["Eire", "Republic of Ireland"],
  KR: ["Korea"],
  MK: ["Macedonia"],
  MM: ["Burma"],
  NL: ["Holland", "The Netherlands"],
  NZ: ["Aotearoa"],
  SA: ["KSA"],
  TR: ["Turkey", "Türkiye"],
  US: ["America", "U S A", "Estados Unidos", "EUA", "EEUU"],
  VA: ["Vatican"],
  VN: ["Vietnam"],
  XK: ["Kosovo"],
};

/** Plainer than the ISO names. Without commas, because a label is "town, country". */
const PLAIN_NAMES: Record<string, string> = {
  BN: "Brunei",
  BQ: "Caribbean Netherlands",
  CC: "Cocos Islands",
  CD: "DR Congo",
  CG: "Republic of the Congo",
  CI: "Ivory Coast",
  CN: "China",
  CZ: "Czechia",
  FK: "Falkland Islands",
  FM: "Micronesia",
  GM: "The Gambia",
  IR: "Iran",
  KP: "North Korea",
  KR: "South Korea",
  LA: "Laos",
  MD: "Moldova",
  MF: "Saint Martin",
  MK: "North Macedonia",
  PS: "Palestine",
  RE: "Réunion",
  RU: "Russia",
  ST: "São Tomé and Príncipe",
  SX: "Sint Maarten",
  SY: "Syria",
  TW: "Taiwan",
  TZ: "Tanzania",
  US: "United States",
  VA: "Vatican City",
  VG: "British Virgin Islands",
  VI: "US Virgin Islands",
};

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
    name: PLAIN_NAMES[code] ?? english[code]?.[0] ?? code,
    names: [PLAIN_NAMES[code] ?? "", ...byLanguage.flatMap((names) => names[code] ?? []), ...(MORE_NAMES[code] ?? [])],
    codes: [code, alpha3],
  }));
}
