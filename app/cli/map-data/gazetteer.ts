import type { DataFile } from "~/db/data-files.server";
import { toSquare } from "~/lib/geo";
import { dominant, sift } from "~/services/geocoder/choose";
import { type Area, readAreas } from "./areas";
import { type DumpedTown, readTowns } from "./geonames";
import { readNewTowns } from "./new-towns";
import { addTownNames, Names } from "./town-names";

const TABLES = `
  CREATE TABLE places (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, region TEXT NOT NULL, country TEXT NOT NULL,
    lat REAL NOT NULL, lng REAL NOT NULL, population INTEGER NOT NULL, label TEXT NOT NULL,
    region_id INTEGER, county_id INTEGER, square INTEGER, time_zone TEXT
  );
  CREATE TABLE place_names (
    name TEXT NOT NULL, place_id INTEGER NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (name, place_id)
  ) WITHOUT ROWID;
`;

const COLUMNS = ["id", "kind", "name", "region", "country", "lat", "lng", "population", "label"];

/** See `app/db/world/schema.ts`. */
export function writeGazetteer(data: DataFile): void {
  const dumped = readTowns();
  const names = new Names();
  addTownNames(names, dumped);
  const areas = readAreas(dumped);
  for (const area of areas.values()) {
    for (const name of area.names) names.add(name, area.id, name === area.name ? "own" : "other");
    for (const code of area.codes) names.add(code, area.id, "code");
  }
  const newTowns = readNewTowns(dumped, names);
  for (const { id, name, otherNames } of newTowns) {
    names.add(name, id, "own");
    for (const other of otherNames) names.add(other, id, "other");
  }
  const towns = [...dumped, ...newTowns];
  const labels = labelTowns(towns, names, areas);
  data.exec(TABLES);
  data.insert("places", [...COLUMNS, "region_id", "county_id", "square", "time_zone"], townRows(towns, areas, labels));
  data.insert("places", [...COLUMNS, "region_id"], areaRows(areas));
  data.insert("place_names", ["name", "place_id", "kind"], names.rows());
  data.exec("CREATE INDEX places_square ON places (square) WHERE square IS NOT NULL");
}

function* townRows(towns: DumpedTown[], areas: Map<string, Area>, labels: Map<number, string>) {
  for (const town of towns) {
    const { id, name, country, lat, lng, population, timeZone } = town;
    const region = areas.get(town.region);
    const county = areas.get(town.county);
    const label = labels.get(id) ?? name;
    const place = [id, "town", name, region?.name ?? "", country, lat, lng, population, label];
    yield [...place, region?.id ?? null, county?.id ?? null, toSquare(town), timeZone];
  }
}

function* areaRows(areas: Map<string, Area>) {
  for (const { id, kind, name, region, country, lat, lng, population, label, parentId } of areas.values()) {
    yield [id, kind, name, region, country, lat, lng, population, label, parentId];
  }
}

/** "Birmingham, United Kingdom"; with region and county, if the name alone could mean another town there. */
function labelTowns(towns: DumpedTown[], names: Names, areas: Map<string, Area>): Map<number, string> {
  const byId = new Map(towns.map((town) => [town.id, town]));
  const isMeant = (town: DumpedTown, isInArea: (otherPlace: DumpedTown) => boolean) => {
    const candidates = names.of(town.name).flatMap(({ id, kind }) => {
      const candidate = byId.get(id);
      return candidate && isInArea(candidate) ? [{ ...candidate, own: kind === "own" }] : [];
    });
    return dominant(sift(candidates))?.id === town.id;
  };
  return new Map(
    towns.map((town) => {
      const region = areas.get(town.region);
      const county = areas.get(town.county);
      const words = [areas.get(town.country)?.name ?? town.country];
      if (region && !isMeant(town, (candidate) => candidate.country === town.country)) {
        words.unshift(region.name);
        if (county && !isMeant(town, (candidate) => candidate.region === town.region)) words.unshift(county.name);
      }
      return [town.id, [town.name, ...words].join(", ")];
    }),
  );
}
