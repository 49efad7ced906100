import { expect, test } from "vitest";
import { getMapView } from "~/features/map/queries.server";
import { mapSearch } from "~/features/map/schema.server";
import { isInViewport, toViewport } from "~/features/map/viewport";
import { decode } from "~/lib/decode";
import { toMap } from "~/lib/geo";
import { makeTown, makeTownEvents } from "../support/places";

const PAGE = { page: 1, limit: 12 };
const view = (values: Record<string, string> = {}) => getMapView(decode(mapSearch, values), PAGE, null);
const dates = (count: number) => Array.from({ length: count }, (_, index) => `2031-06-${10 + index}`);

test("the first view shows where most things are, not a single one far away", () => {
  const towns = [
    { lat: 52.48, lng: -1.9 },
    { lat: 51.45, lng: -2.59 },
    { lat: 53.48, lng: -2.24 },
  ];
  for (const { lat, lng } of towns) makeTownEvents(makeTown(lat, lng), dates(5));
  makeTownEvents(makeTown(-33.87, 151.21, "Sydney"), dates(1));
  const { viewport, marks } = view();
  expect(viewport.zoom).toBe(6);
  for (const town of towns) expect(isInViewport(toViewport(viewport, toMap(town)))).toBe(true);
  expect(marks.reduce((sum, { events }) => sum + events, 0)).toBe(15);
});

test("the first view of things all over the world is most of the world", () => {
  for (const [lat, lng] of [
    [52.48, -1.9],
    [-33.87, 151.21],
    [40.71, -74.01],
    [-33.92, 18.42],
  ] as const)
    makeTownEvents(makeTown(lat, lng), dates(1));
  expect(view().viewport.zoom).toBe(2);
});

test("names of towns are beside marks, never on them or on each other", () => {
  for (const [lat, lng, count] of [
    [52.48, -1.9, 12],
    [51.51, -0.13, 20],
    [53.48, -2.24, 3],
    [51.45, -2.59, 1],
    [53.8, -1.55, 2],
  ] as const)
    makeTownEvents(makeTown(lat, lng), dates(count));
  const { labels, marks } = view({ place: "Birmingham, England", radius: "250" });
  expect(marks.length).toBeGreaterThan(3);
  expect(labels.map(({ name }) => name)).toContain("London");
  // Sizes on a phone, px of the map: 20 px text, marks enlarged by half.
  const boxes = [
    ...labels.map(({ name, x, y }) => ({
      left: x - 5.5 * name.length,
      right: x + 5.5 * name.length,
      top: y - 16,
      bottom: y + 6,
    })),
    ...marks.map(({ x, y }) => ({ left: x - 18, right: x + 18, top: y - 18, bottom: y + 18 })),
  ];
  for (const [index, a] of boxes.slice(0, labels.length).entries()) {
    for (const b of boxes.slice(index + 1)) {
      expect(a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top).toBe(false);
    }
  }
});
