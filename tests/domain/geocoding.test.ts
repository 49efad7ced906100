import { describe, expect, test } from "vitest";
import { geocode } from "~/services/geocoder/geocoder.server";
import { EUROPE } from "./geocoding/europe";
import { OVERSEAS } from "./geocoding/overseas";
import { TRAPS } from "./geocoding/traps";
import type { Typed } from "./geocoding/typed";

const COUNTRIES = { ...EUROPE, ...OVERSEAS };
const STRINGS: Typed[] = [...Object.values(COUNTRIES).flat(), ...TRAPS];

/** A place's label, "several" or "nothing". */
function outcome(text: string): string {
  const geocoded = geocode(text);
  return geocoded.found === "place" ? geocoded.place.label : geocoded.found;
}

describe("texts as people type them", () => {
  test("the list is long and from many countries", () => {
    expect(new Set(STRINGS.map(([text]) => text)).size).toBeGreaterThanOrEqual(260);
    expect(Object.keys(COUNTRIES).length).toBeGreaterThanOrEqual(25);
  });

  test("none is placed at a wrong town", () => {
    const wrong = STRINGS.filter(([text, expected]) => {
      const geocoded = geocode(text);
      return (
        geocoded.found === "place" &&
        geocoded.place.kind === "town" &&
        ![expected].flat().includes(geocoded.place.label)
      );
    });
    expect(wrong.map(([text]) => `${text} -> ${outcome(text)}`)).toEqual([]);
  });

  test("each becomes what it says", () => {
    const other = STRINGS.filter(([text, expected]) => ![expected].flat().includes(outcome(text)));
    expect(
      other.map(([text, expected]) => `${text} -> ${outcome(text)}, not ${[expected].flat().join(" or ")}`),
    ).toEqual([]);
  });
});
