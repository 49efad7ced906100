import path from "node:path";
import { describe, expect, test } from "vitest";
import { VENUES } from "~/cli/map-data/venues";
import { openDataFile } from "~/db/data-files.server";
import { places } from "~/db/world/schema";
import { world } from "~/db/world/world.server";
import { coarse, distanceKm } from "~/lib/geo";
import { findPlace, findTimeZone, geocode, nearestTown, suggestPlaces } from "~/services/geocoder/geocoder.server";
import { nameKey } from "~/services/geocoder/names";

const BIRMINGHAM = 2655603;

describe("the gazetteer", () => {
  const rows = world().select().from(places).all();

  test("nothing lies finer than a hundredth of a degree, and only towns have the positive ids of GeoNames", () => {
    expect(rows.filter((row) => coarse(row).lat !== row.lat || coarse(row).lng !== row.lng)).toEqual([]);
    expect(rows.filter(({ id, kind }) => id > 0 !== (kind === "town"))).toEqual([]);
  });

  test("a large town's label leads back to it", () => {
    const towns = rows.filter(({ kind, population }) => kind === "town" && population >= 20_000);
    const sample = towns.filter((_, index) => index % 20 === 0);
    const others = sample.filter((town) => {
      const result = geocode(town.label);
      return !(result.found === "place" && distanceKm(result.place, town) < 40);
    });
    // A few share name, county and region with another town.
    expect(others.length).toBeLessThan(sample.length / 50);
    const astray = others.filter(({ label }) => geocode(label).found === "place");
    expect(astray.map(({ label }) => label)).toEqual([]);
  });

  test("has the places that only the newer list has, with their region and time zone", () => {
    expect(findFirst("Bowmanville, Ontario")).toMatchObject({
      region: "Ontario",
      country: "CA",
      lat: 43.92,
      lng: -78.68,
    });
    expect(findTimeZone(findFirst("Bowmanville, Ontario").id)).toBe("America/Toronto");
    const added = rows.filter(({ id }) => id > 1e9);
    expect(added.length).toBeGreaterThan(20_000);
    expect(added.filter(({ timeZone, square }) => !timeZone || square === null)).toEqual([]);
    const areas = new Set(rows.filter(({ kind }) => kind !== "town").map(({ id }) => id));
    expect(added.filter(({ regionId }) => regionId !== null && !areas.has(regionId))).toEqual([]);
  });

  test.each(VENUES.map((venue) => [venue[0], venue] as const))("has %s, once", (_, [name, code, lat, lng]) => {
    const inCountry = rows.filter(({ kind, country }) => kind === "town" && country === code.slice(0, 2));
    const near = inCountry.filter((row) => distanceKm(row, { lat, lng }) < 50);
    const around = near.filter((row) => nameKey(row.name) === nameKey(name));
    expect(around.map((row) => [row.lat, row.lng])).toEqual([[lat, lng]]);
    const [venue] = around;
    expect([venue!.region, venue!.timeZone]).not.toContain("");
    expect(geocode(`${name}, ${venue!.region}`)).toMatchObject({ place: { id: venue!.id } });
    // Of many Beaulieus the region's.
    const suggestions = [name, `${name}, ${venue!.region}`].flatMap((text) => suggestPlaces(text, 6));
    expect(suggestions.map(({ id }) => id)).toContain(venue!.id);
  });

  test("a missing file's error contains the remedy", () => {
    const file = path.join("build", "no-such-world.db");
    expect(() => openDataFile(file, {}, "make it (npm run map-data)")).toThrow(/missing: make it \(npm run map-data\)/);
  });
});

function findFirst(text: string) {
  const result = geocode(text);
  if (result.found !== "place") throw new Error(`${text}: ${result.found}`);
  return result.place;
}

test("spellings of one name are one", () => {
  expect(nameKey("ST ALBANS")).toBe(nameKey("Saint  Albans"));
  expect(nameKey("St. Albans")).toBe(nameKey("Saint Albans"));
  expect(nameKey("Stratford-upon-Avon")).toBe(nameKey("stratford upon avon"));
  expect(nameKey("King’s Lynn")).toBe(nameKey("Kings Lynn"));
  expect(nameKey("Tyne & Wear")).toBe(nameKey("Tyne and Wear"));
  expect(nameKey("दिल्ली")).not.toBe(nameKey("दल्ला"));
});

test("findPlace finds towns, regions and countries by id only", () => {
  expect(findPlace(BIRMINGHAM)).toEqual({
    ...{ id: BIRMINGHAM, kind: "town", name: "Birmingham", region: "England", country: "GB" },
    ...{ label: "Birmingham, United Kingdom", lat: 52.48, lng: -1.9, population: 984_333 },
  });
  const result = geocode("Bayern");
  expect(result).toMatchObject({ found: "place", place: { kind: "region", name: "Bavaria", country: "DE" } });
  if (result.found === "place") expect(findPlace(result.place.id)).toEqual(result.place);
  expect(findPlace(1)).toBeUndefined();
});

test("geocode: returns alternatives of an ambiguous text, largest first, without a guess", () => {
  const place = { label: "Birmingham, United Kingdom" };
  const alternative = expect.objectContaining({ label: "Birmingham, United States" });
  const result = { found: "place", place, alternatives: expect.arrayContaining([alternative]) };
  expect(geocode("Birmingham")).toMatchObject(result);
  const guessed = geocode("Springfield");
  const alternatives = guessed.found === "several" ? guessed.alternatives : [];
  expect(alternatives.length).toBeGreaterThan(3);
  expect(alternatives.map(({ population }) => population)).toEqual(
    alternatives.map(({ population }) => population).sort((a, b) => b - a),
  );
});

test("geocode: accepts any text", () => {
  for (const text of ["\u0000", "%_'\"; DROP TABLE places", "a".repeat(100_000), ", ".repeat(5000), "𝔅𝔢𝔯𝔩𝔦𝔫", "🏎️"])
    expect(["place", "nothing", "several"]).toContain(geocode(text).found);
});

describe("suggestPlaces", () => {
  const labels = (text: string, limit = 5) => suggestPlaces(text, limit).map(({ label }) => label);

  test("lists matches of the text's region first, then the largest", () => {
    expect(labels("Springfield, Illinois")[0]).toBe("Springfield, Illinois, United States");
    expect(labels("Cambridge").slice(0, 2)).toEqual(["Cambridge, United Kingdom", "Cambridge, Canada"]);
  });

  test.each([
    ["what begins so", "Birmi", "Birmingham"],
    ["a venue that begins so", "Brands", "Brands Hatch"],
    ["what begins so, with a hyphen", "Stratford-upon", "Stratford-upon-Avon"],
    ["the first word of what is not known", "Silverstone Circuit", "Silverstone"],
    ["the other parts of what is not known", "Some Hall, Chichester", "Chichester"],
  ])("finds %s", (_, text, town) => expect(labels(text)).toContain(`${town}, United Kingdom`));

  test("respects the limit and lists no place twice", () => {
    const results = suggestPlaces("San", 7);
    expect(results.length).toBe(7);
    expect(new Set(results.map(({ id }) => id)).size).toBe(7);
    expect(suggestPlaces("", 7)).toEqual([]);
    expect(suggestPlaces("xqzxqz", 7)).toEqual([]);
  });
});

test("the nearest town contains the point or is next to it, also across the date line; far out at sea there is none", () => {
  expect(nearestTown({ lat: 52.48, lng: -1.9 })?.label).toBe("Birmingham, United Kingdom");
  expect(nearestTown({ lat: 50.33, lng: 6.95 })?.country).toBe("DE");
  expect(nearestTown({ lat: -16.8, lng: -179.99 })?.country).toBe("FJ");
  expect(nearestTown({ lat: 23, lng: 12 })).toBeDefined();
  expect(nearestTown({ lat: -48, lng: -123 })).toBeUndefined();
  expect(nearestTown({ lat: 90, lng: 0 })).toBeUndefined();
  expect(nearestTown({ lat: -90, lng: 180 })).toBeUndefined();
});
