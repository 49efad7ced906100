import { createHash } from "node:crypto";
import { coarse, type Point } from "~/lib/geo";
import { COUNTY_NAMES } from "./counties";
import { readCountries } from "./countries";
import { type DumpedTown, readRegionNames } from "./geonames";
import { namesOfRegion } from "./region-names";

export interface Area extends Point {
  id: number;
  kind: "region" | "country";
  name: string;
  /** With its own. */
  names: string[];
  /** Valid only next to a town's name. */
  codes: string[];
  region: string;
  country: string;
  label: string;
  population: number;
  parentId: number | null;
}

/** By code: "GB", "GB.ENG", "GB.ENG.P6". */
export function readAreas(towns: DumpedTown[]): Map<string, Area> {
  const areas = new Map<string, Area>();
  const middles = measure(towns);
  const addArea = (code: string, area: Omit<Area, "id" | "lat" | "lng" | "population">) => {
    const middle = middles.get(code);
    if (middle) areas.set(code, { ...area, ...middle, id: idOf(code) });
  };
  const countries = readCountries();
  const fullNames = new Map(countries.map(({ code, name }) => [code, name]));
  for (const { code, name, names, codes } of countries) {
    addArea(code, { kind: "country", name, names, codes, region: "", country: code, label: name, parentId: null });
  }
  for (const [code, name] of readRegionNames(1)) {
    const country = code.slice(0, 2);
    const label = `${name}, ${fullNames.get(country) ?? country}`;
    const regionNames = namesOfRegion(code, name);
    addArea(code, { kind: "region", name, ...regionNames, region: name, country, label, parentId: null });
  }
  for (const [code, name] of [...readRegionNames(2), ...COUNTY_NAMES]) {
    const parent = areas.get(code.split(".").slice(0, 2).join("."));
    if (!parent) continue;
    const { country, name: region } = parent;
    const label = `${name}, ${region}, ${fullNames.get(country) ?? country}`;
    const regionNames = namesOfRegion(code, name);
    addArea(code, { kind: "region", name, ...regionNames, region, country, label, parentId: parent.id });
  }
  return areas;
}

/** Negative, computed from the code only: the same in every data file. */
function idOf(code: string): number {
  return -1 - createHash("sha256").update(code).digest().readUIntBE(0, 6);
}

/** Centre of population. */
function measure(towns: DumpedTown[]): Map<string, Point & { population: number }> {
  const sums = new Map<string, { x: number; y: number; z: number; population: number }>();
  for (const { lat, lng, population, country, region, county } of towns) {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
    const weight = population + 1;
    for (const code of [country, region, county]) {
      if (code === "") continue;
      const sum = sums.get(code) ?? { x: 0, y: 0, z: 0, population: 0 };
      sum.x += weight * Math.cos(phi) * Math.cos(lambda);
      sum.y += weight * Math.cos(phi) * Math.sin(lambda);
      sum.z += weight * Math.sin(phi);
      sum.population += population;
      sums.set(code, sum);
    }
  }
  const degrees = (radians: number) => (radians * 180) / Math.PI;
  return new Map(
    [...sums].map(([code, { x, y, z, population }]) => {
      const middle = { lat: degrees(Math.atan2(z, Math.hypot(x, y))), lng: degrees(Math.atan2(y, x)) };
      return [code, { ...coarse(middle), population }];
    }),
  );
}
