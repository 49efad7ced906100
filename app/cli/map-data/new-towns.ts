import { createHash } from "node:crypto";
import { coarse, distanceKm, type Point } from "~/lib/geo";
import { nameKey } from "~/services/geocoder/names";
import { findCounty } from "./counties";
import { type DumpedTown, type Listed, readList } from "./geonames";
import type { Names } from "./town-names";
import { VENUES } from "./venues";

type NewTown = Pick<DumpedTown, "name" | "country" | "region" | "otherNames" | "lat" | "lng"> & { county?: string };

/**
 * Venues, and places of the newer list whose names the dump lacks: another place of a known name could make a clear text
 * ambiguous.
 * @param names of the dump's towns and areas
 */
export function readNewTowns(dumped: DumpedTown[], names: Names): DumpedTown[] {
  const findNearest = indexTowns(dumped);
  const otherNames = new Set(dumped.flatMap((town) => town.otherNames).map(nameKey));
  const taken = new Set(dumped.map(spotOf));
  const isKnown = (name: string) => names.of(name).length > 0 || otherNames.has(nameKey(name));
  // At a known place the list has only a newer name.
  const isNew = (town: NewTown) => isName(town.name) && !isKnown(town.name) && !taken.has(spotOf(town));
  const towns = [...readList().map(ofListed).filter(isNew), ...VENUES.map(ofVenue)].flatMap((town): DumpedTown[] => {
    const nearest = findNearest(town);
    if (!nearest) return [];
    const county = town.county ?? (nearest.region === town.region ? nearest.county : "");
    const place = {
      ...town,
      county,
      id: idOf(`${town.region} ${county} ${town.name}`),
      sameNames: [],
      feature: "",
      population: 0,
      timeZone: nearest.timeZone,
      isPart: false,
    };
    return [place];
  });
  return [...new Map(towns.map((town) => [town.id, town])).values()];
}

function ofVenue([name, area, lat, lng, ...otherNames]: (typeof VENUES)[number]): NewTown {
  const [country = "", region, county] = area.split(".");
  const codes = { country, region: `${country}.${region}`, ...(county && { county: area }) };
  return { name, ...codes, lat, lng, otherNames };
}

function ofListed({ name, lat, lng, country, admin1, admin2 }: Listed): NewTown {
  const region = `${country}.${admin1}`;
  const county = admin2 ? findCounty(`${region}.${admin2}`) : "";
  return { name, country, region, county, ...coarse({ lat: Number(lat), lng: Number(lng) }), otherNames: [] };
}

/** Not "Priziac ( Priziac )", "Paris 15 Vaugirard". */
const isName = (name: string) => !/[\p{N}()]/u.test(name);

const spotOf = ({ lat, lng }: Point) => `${lat} ${lng}`;

/** Above all ids of GeoNames; the same in every data file. */
function idOf(text: string): number {
  return 1e9 + createHash("sha256").update(text).digest().readUIntBE(0, 6);
}

/** @returns finds the nearest town of a place's country, within a degree or two, first of its region */
function indexTowns(towns: DumpedTown[]) {
  const keyOf = (lat: number, lng: number, country: string) => `${Math.round(lat)} ${Math.round(lng)} ${country}`;
  const byDegree = Map.groupBy(towns, ({ lat, lng, country }) => keyOf(lat, lng, country));
  const steps = [-1, 0, 1];
  return ({ lat, lng, country, region }: NewTown): DumpedTown | undefined => {
    const around = steps.flatMap((north) =>
      steps.flatMap((east) => byDegree.get(keyOf(lat + north, lng + east, country)) ?? []),
    );
    const ofRegion = around.filter((town) => town.region === region);
    let nearest: DumpedTown | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const town of ofRegion.length > 0 ? ofRegion : around) {
      const km = distanceKm(town, { lat, lng });
      if (km < least) [nearest, least] = [town, km];
    }
    return nearest;
  };
}
