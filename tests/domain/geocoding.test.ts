import { expect, test } from "vitest";
import { geocode } from "~/services/geocoder/geocoder.server";
import { splitList } from "../support/split-list";
import { EUROPE } from "./geocoding/europe";
import { OVERSEAS } from "./geocoding/overseas";
import { LABELS, TRAPS } from "./geocoding/traps";

/** Outcome: a place's label, "several" or "nothing"; or a choice, without a wrong town, if the rules leave it open. */
const TYPED: [text: string, outcomes: string][] = [
  ...[EUROPE, OVERSEAS, TRAPS].flatMap((group) =>
    Object.entries(group).flatMap(([outcomes, texts]) =>
      splitList(texts).map((text): [string, string] => [text, outcomes]),
    ),
  ),
  ...splitList(LABELS).map((label): [string, string] => [label, label]),
  ["", "nothing"],
  ["   ", "nothing"],
  ["  london ,  england ", "London, United Kingdom"],
  ["Scottsdale | Arizona", "Scottsdale, United States"],
];

function outcome(text: string): string {
  const geocoded = geocode(text);
  return geocoded.found === "place" ? geocoded.place.label : geocoded.found;
}

test("typed texts are resolved as written, or not at all", () => {
  const mismatches = TYPED.filter(([text, outcomes]) => !outcomes.split(" or ").includes(outcome(text)));
  expect(mismatches.map(([text, outcomes]) => `${text} -> ${outcome(text)}, not ${outcomes}`)).toEqual([]);
});
