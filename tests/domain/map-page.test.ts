import { describe, expect, test } from "vitest";
import { mapAddress, movedAddress, typedSearch } from "~/features/map/address";
import { remainingShift, viewportAfter, zoomShift } from "~/features/map/components/live-map";
import { distanceText, lengthText, scaleBar, thingsText } from "~/features/map/format";
import { formatViewport, moved, VIEWPORT } from "~/features/map/viewport";
import { MAX_ZOOM } from "~/lib/map-tiles";

const STILL = { x: 0, y: 0, steps: 0 };
const BIRMINGHAM = { zoom: 7, lat: 52.48, lng: -1.9 };
const MIDDLE = { x: VIEWPORT.width / 2, y: VIEWPORT.height / 2 };

describe("addresses", () => {
  test("say what was asked and nothing else, and can be read", () => {
    expect(mapAddress({})).toBe("/map-search");
    expect(mapAddress({ place: " Birmingham, GB ", radius: "", kind: "events" })).toBe(
      "/map-search?place=Birmingham,+GB&kind=events",
    );
    expect(mapAddress({ at: "52.48,-1.90", map: "7/52.48/-1.90" })).toBe(
      "/map-search?at=52.48,-1.90&map=7/52.48/-1.90",
    );
    expect(mapAddress({ place: "a&b=c#d/e" })).toBe("/map-search?place=a%26b%3Dc%23d/e");
  });

  test("come back as they were", () => {
    const typed = { place: "Tōkyō & more, 100%", radius: "25", map: "7/35.68/139.69", units: "mi" };
    const { search } = new URL(mapAddress(typed), "https://paddock.example");
    expect(typedSearch(new URLSearchParams(search))).toMatchObject(typed);
  });

  test("a place wins over the garage and the position of the search before", () => {
    const params = new URLSearchParams("place=Oxford&near=garage&at=52.48,-1.90");
    expect(typedSearch(params)).toMatchObject({ place: "Oxford", near: "", at: "" });
    expect(typedSearch(new URLSearchParams("place=+&near=garage"))).toMatchObject({ near: "garage" });
  });

  test("another map begins its list anew", () => {
    expect(movedAddress(typedSearch(new URLSearchParams("place=Oxford&page=3")), "8/51.75/-1.25")).toBe(
      "/map-search?place=Oxford&map=8/51.75/-1.25",
    );
  });
});

describe("words", () => {
  test("distances, in km and in miles", () => {
    expect([lengthText(100, ""), lengthText(100, "mi"), lengthText(1_234, "")]).toEqual([
      "100 km",
      "62 mi",
      "1,234 km",
    ]);
    expect(distanceText(0.9, "Birmingham, United Kingdom", "mi")).toBe("in Birmingham");
    expect([distanceText(1, "x", ""), distanceText(1, "x", "mi"), distanceText(12.4, "x", "")]).toEqual([
      "1 km",
      "1 mi",
      "12 km",
    ]);
  });

  test("how many of what", () => {
    expect(thingsText(1, "")).toBe("1 event or garage");
    expect(thingsText(1_204, "")).toBe("1,204 events and garages");
    expect(thingsText(1, "events")).toBe("1 event");
    expect(thingsText(2, "garages")).toBe("2 garages");
  });

  test.each(["", "mi"] as const)("the bar is a round length that fits, at every zoom and latitude (%s)", (units) => {
    for (let zoom = 1; zoom <= MAX_ZOOM; zoom += 1) {
      for (const lat of [0, 52.48, -70]) {
        const { px, text } = scaleBar({ zoom, lat }, units);
        expect(px, `${zoom} ${lat}`).toBeGreaterThanOrEqual(40);
        expect(px, `${zoom} ${lat}`).toBeLessThanOrEqual(130);
        expect(text).toMatch(units === "mi" ? /^[1235]0* mi$|^[1235],000 mi$/ : /^[1235]0* km$|^[1235],000 km$/);
      }
    }
  });
});

describe("what hands do to the map", () => {
  test("coming nearer leaves the point under the pointer where it is", () => {
    const around = { x: 100, y: 400 };
    const shift = zoomShift({ x: 30, y: -20, steps: 0 }, 1, around);
    // A point of the drawing is shown at x + its own x times the scale.
    const before = { x: around.x - 30, y: around.y + 20 };
    expect([shift.x + before.x * 2, shift.y + before.y * 2]).toEqual([100, 400]);
  });

  test("a drag is a move the other way, and no drag is none", () => {
    expect(formatViewport(viewportAfter(BIRMINGHAM, STILL).viewport)).toBe("7/52.48/-1.90");
    const { viewport } = viewportAfter(BIRMINGHAM, { x: -160, y: 90, steps: 0 });
    expect(formatViewport(viewport)).toBe(formatViewport(moved(BIRMINGHAM, 160, -90)));
  });

  test("between two steps it goes to the nearer one, and never past the last", () => {
    const left = (steps: number) => viewportAfter(BIRMINGHAM, zoomShift(STILL, steps, MIDDLE));
    expect([0.2, 0.4, 0.9, 1.6, -0.2, -0.6, 9, -20].map((steps) => left(steps).viewport.zoom)).toEqual([
      7, 8, 8, 9, 7, 6, 10, 1,
    ]);
    for (const steps of [0.4, 0.9, -0.6]) {
      const { shift } = left(steps);
      expect(shift.x + MIDDLE.x * 2 ** shift.steps).toBeCloseTo(MIDDLE.x);
      expect(shift.y + MIDDLE.y * 2 ** shift.steps).toBeCloseTo(MIDDLE.y);
    }
  });

  test("what is done while an answer is on its way goes on from that answer", () => {
    const asked = viewportAfter(BIRMINGHAM, zoomShift({ x: 40, y: -8, steps: 0 }, 1, MIDDLE));
    const later = { ...asked.shift, x: asked.shift.x - 100 };
    const direct = viewportAfter(BIRMINGHAM, later).viewport;
    const { viewport } = viewportAfter(asked.viewport, remainingShift(asked.shift, later));
    expect([viewport.zoom, viewport.lat]).toEqual([direct.zoom, direct.lat]);
    expect(viewport.lng).toBeCloseTo(direct.lng, 1);
    expect(remainingShift(asked.shift, asked.shift)).toEqual(STILL);
  });

  test("nearer around a point is a viewport around the middle between", () => {
    const corner = { x: 0, y: 0 };
    const { viewport } = viewportAfter(BIRMINGHAM, zoomShift(STILL, 1, corner));
    const expected = moved(BIRMINGHAM, -VIEWPORT.width / 4, -VIEWPORT.height / 4);
    expect([viewport.zoom, viewport.lat, viewport.lng]).toEqual([8, expected.lat, expected.lng]);
  });
});
