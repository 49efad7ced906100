import { describe, expect, test } from "vitest";
import { mapAddress, pannedUrl, searchValues } from "~/features/map/address";
import { type Cluster, joinClusters } from "~/features/map/clusters.server";
import { remainingShift, viewportAfter, zoomShift } from "~/features/map/components/live-map";
import { distanceText, lengthText, scaleBar, thingsText } from "~/features/map/format";
import {
  fitViewport,
  formatViewport,
  isInViewport,
  listTiles,
  panViewport,
  parseViewport,
  toBoxes,
  toViewport,
  VIEWPORT,
  type Viewport,
  viewportAround,
  zoomViewport,
} from "~/features/map/viewport";
import { boxesAround, coarse, distanceKm, fromMap, MAP_UNITS, type Point, toMap } from "~/lib/geo";
import { MAX_ZOOM, MIN_ZOOM, TILE_SIZE } from "~/lib/map-tiles";

const STILL = { x: 0, y: 0, steps: 0 };
const START = { zoom: 7, lat: 52.48, lng: -1.9 };
const MIDDLE = { x: VIEWPORT.width / 2, y: VIEWPORT.height / 2 };

test("addresses: contain the parameters only, and are restored from them", () => {
  expect(mapAddress({})).toBe("/map-search");
  expect(mapAddress({ place: " Birmingham, GB ", radius: "", kind: "events" })).toBe(
    "/map-search?place=Birmingham,+GB&kind=events",
  );
  expect(mapAddress({ at: "52.48,-1.90", map: "7/52.48/-1.90" })).toBe("/map-search?at=52.48,-1.90&map=7/52.48/-1.90");
  expect(mapAddress({ place: "a&b=c#d/e" })).toBe("/map-search?place=a%26b%3Dc%23d/e");
  const searchInput = { place: "Tōkyō & more, 100%", radius: "25", map: "7/35.68/139.69", units: "mi" };
  const { search } = new URL(mapAddress(searchInput), "https://paddock.example");
  expect(searchValues(new URLSearchParams(search))).toMatchObject(searchInput);
});

test("addresses: a place replaces the earlier garage and position; another map restarts its list", () => {
  const params = new URLSearchParams("place=Oxford&near=garage&at=52.48,-1.90");
  expect(searchValues(params)).toMatchObject({ place: "Oxford", near: "", at: "" });
  expect(searchValues(new URLSearchParams("place=+&near=garage"))).toMatchObject({ near: "garage" });
  expect(pannedUrl(searchValues(new URLSearchParams("place=Oxford&page=3")), "8/51.75/-1.25")).toBe(
    "/map-search?place=Oxford&map=8/51.75/-1.25",
  );
});

test("words: distances, in km and in miles, and how many of what", () => {
  const lengths = [lengthText(100, ""), lengthText(100, "mi"), lengthText(1_234, "")];
  expect(lengths).toEqual(["100 km", "62 mi", "1,234 km"]);
  expect(distanceText(0.9, "Birmingham, United Kingdom", "mi")).toBe("in Birmingham");
  const distances = [distanceText(1, "x", ""), distanceText(1, "x", "mi"), distanceText(12.4, "x", "")];
  expect(distances).toEqual(["1 km", "1 mi", "12 km"]);
  expect(thingsText(1, "")).toBe("1 event or garage");
  expect(thingsText(1_204, "")).toBe("1,204 events and garages");
  expect(thingsText(1, "events")).toBe("1 event");
  expect(thingsText(2, "garages")).toBe("2 garages");
});

test.each(["", "mi"] as const)(
  "words: the bar is a round length that fits, at every zoom and latitude (%s)",
  (units) => {
    for (let zoom = 1; zoom <= MAX_ZOOM; zoom += 1) {
      for (const lat of [0, 52.48, -70]) {
        const { px, text } = scaleBar({ zoom, lat }, units);
        expect(px, `${zoom} ${lat}`).toBeGreaterThanOrEqual(40);
        expect(px, `${zoom} ${lat}`).toBeLessThanOrEqual(130);
        expect(text).toMatch(units === "mi" ? /^[1235]0* mi$|^[1235],000 mi$/ : /^[1235]0* km$|^[1235],000 km$/);
      }
    }
  },
);

describe("what hands do to the map", () => {
  test("zooming keeps the point under the pointer", () => {
    const around = { x: 100, y: 400 };
    const shift = zoomShift({ x: 30, y: -20, steps: 0 }, 1, around);
    // Position: x + its own x times the scale.
    const before = { x: around.x - 30, y: around.y + 20 };
    expect([shift.x + before.x * 2, shift.y + before.y * 2]).toEqual([100, 400]);
  });

  test("a drag is a move the other way, and no drag is none; nearer around a point is around the middle between", () => {
    expect(formatViewport(viewportAfter(START, STILL).viewport)).toBe("7/52.48/-1.90");
    const { viewport } = viewportAfter(START, { x: -160, y: 90, steps: 0 });
    expect(formatViewport(viewport)).toBe(formatViewport(panViewport(START, 160, -90)));
    const corner = { x: 0, y: 0 };
    const { viewport: nearer } = viewportAfter(START, zoomShift(STILL, 1, corner));
    const expected = panViewport(START, -VIEWPORT.width / 4, -VIEWPORT.height / 4);
    expect([nearer.zoom, nearer.lat, nearer.lng]).toEqual([8, expected.lat, expected.lng]);
  });

  test("between two steps it rounds to the nearer one, and never exceeds the last", () => {
    const viewAfter = (steps: number) => viewportAfter(START, zoomShift(STILL, steps, MIDDLE));
    expect([0.2, 0.4, 0.9, 1.6, -0.2, -0.6, 9, -20].map((steps) => viewAfter(steps).viewport.zoom)).toEqual([
      7, 8, 8, 9, 7, 6, 10, 1,
    ]);
    for (const steps of [0.4, 0.9, -0.6]) {
      const { shift } = viewAfter(steps);
      expect(shift.x + MIDDLE.x * 2 ** shift.steps).toBeCloseTo(MIDDLE.x);
      expect(shift.y + MIDDLE.y * 2 ** shift.steps).toBeCloseTo(MIDDLE.y);
    }
  });

  test("moves during a request continue from its response", () => {
    const requested = viewportAfter(START, zoomShift({ x: 40, y: -8, steps: 0 }, 1, MIDDLE));
    const later = { ...requested.shift, x: requested.shift.x - 100 };
    const direct = viewportAfter(START, later).viewport;
    const { viewport } = viewportAfter(requested.viewport, remainingShift(requested.shift, later));
    expect([viewport.zoom, viewport.lat]).toEqual([direct.zoom, direct.lat]);
    expect(viewport.lng).toBeCloseTo(direct.lng, 1);
    expect(remainingShift(requested.shift, requested.shift)).toEqual(STILL);
  });
});

const BIRMINGHAM = { lat: 52.48, lng: -1.9 };
const FRAMES: Viewport[] = [
  { zoom: 1, lat: 25, lng: 0 },
  { zoom: 4, lat: 48, lng: 10 },
  { zoom: 6, lat: -16.8, lng: 179.9 },
  { zoom: 7, lat: 52.48, lng: -1.9 },
  { zoom: 10, lat: 64.13, lng: -21.9 },
];

/** With the date line and the far north. */
const POINTS: Point[] = Array.from({ length: 4000 }, (_, index) =>
  coarse({ lat: ((index * 37.77) % 168) - 84, lng: ((index * 91.13) % 360) - 180 }),
);

test("the flat map contains a point to its unit, and everything within the radius in its boxes", () => {
  for (const point of POINTS) {
    const back = fromMap(toMap(point));
    expect(Math.abs(back.lng - point.lng)).toBeLessThan(360 / MAP_UNITS + 1e-9);
    expect(Math.abs(back.lat - point.lat)).toBeLessThan(360 / MAP_UNITS + 1e-9);
  }
  for (const center of [BIRMINGHAM, { lat: -16.8, lng: 179.9 }, { lat: 83, lng: 20 }, { lat: 0, lng: -179.99 }]) {
    for (const km of [10, 100, 1000]) {
      const boxes = boxesAround(center, km);
      const near = POINTS.filter((point) => distanceKm(center, point) <= km);
      for (const { x, y } of near.map(toMap))
        expect(boxes.some((box) => x >= box.west && x <= box.east && y >= box.north && y <= box.south)).toBe(true);
    }
  }
  expect(distanceKm(BIRMINGHAM, { lat: 51.51, lng: -0.13 })).toBeCloseTo(162.2, 1);
});

describe("a viewport", () => {
  test("is read as it is written, and nothing else is read", () => {
    expect(formatViewport({ zoom: 7, lat: 52.4814, lng: -1.8998 })).toBe("7/52.48/-1.90");
    expect(parseViewport("7/52.48/-1.90")).toEqual({ zoom: 7, lat: 52.48, lng: -1.9 });
    // No finer than shown (map README, Centre).
    expect(parseViewport("3/52.4814/-1.8998")).toEqual({ zoom: 3, lat: 52.5, lng: -1.9 });
    for (const wrong of ["", "7", "0/1/1", "11/1/1", "7/86/0", "7/0/181", "7/a/b", "7/1e1/0", "7/1/1/1"])
      expect(parseViewport(wrong)).toBeUndefined();
  });

  test("shows exactly what is in its boxes", () => {
    for (const viewport of FRAMES) {
      const boxes = toBoxes(viewport);
      for (const { x, y } of POINTS.map(toMap)) {
        const inside = boxes.some((box) => x >= box.west && x <= box.east && y >= box.north && y <= box.south);
        const pixel = toViewport(viewport, { x, y });
        if (inside) expect(isInViewport(pixel, 1)).toBe(true);
        else if (viewport.zoom > 1) expect(isInViewport(pixel, -1)).toBe(false);
      }
    }
  });

  test("around a circle holds all of it, and is the nearest that does", () => {
    for (const km of [10, 25, 100, 500]) {
      const viewport = viewportAround(BIRMINGHAM, km);
      const { west, north, east, south } = boxesAround(BIRMINGHAM, km)[0]!;
      const holds = (frame: Viewport, px: number) =>
        isInViewport(toViewport(frame, { x: west, y: north }), px) &&
        isInViewport(toViewport(frame, { x: east, y: south }), px);
      expect(holds(viewport, 8)).toBe(true);
      if (viewport.zoom < MAX_ZOOM) expect(holds({ ...viewport, zoom: viewport.zoom + 1 }, -8)).toBe(false);
    }
  });

  test("moves by its own size, stays on the map, and goes around the world", () => {
    const viewport = { zoom: 6, lat: 50, lng: 179 };
    expect(panViewport(viewport, VIEWPORT.width, 0).lng).toBeLessThan(-160);
    expect(panViewport({ ...viewport, lat: 84 }, 0, -100_000).lat).toBeLessThanOrEqual(85.1);
    expect(zoomViewport({ ...viewport, zoom: MAX_ZOOM }, 1)).toBeUndefined();
    expect(zoomViewport({ ...viewport, zoom: MIN_ZOOM }, -1)).toBeUndefined();
    expect(zoomViewport(viewport, 1)).toEqual({ zoom: 7, lat: 50, lng: 179 });
    expect(fitViewport({ west: 0, east: MAP_UNITS - 1, north: 0, south: MAP_UNITS - 1 }).zoom).toBe(MIN_ZOOM);
  });

  test("is covered by its tiles, each once", () => {
    for (const side of [TILE_SIZE, 256]) {
      for (const viewport of FRAMES.filter(({ zoom }) => zoom > 2)) {
        const tiles = listTiles(viewport, side);
        expect(new Set(tiles.map(({ x, y }) => `${x}/${y}`)).size).toBe(tiles.length);
        for (const [x, y] of [
          [1, 1],
          [VIEWPORT.width - 1, 1],
          [320, 240],
          [1, VIEWPORT.height - 1],
          [VIEWPORT.width - 1, VIEWPORT.height - 1],
        ] as const)
          expect(
            tiles.filter((tile) => x >= tile.x && x < tile.x + side && y >= tile.y && y < tile.y + side),
          ).toHaveLength(1);
        const last = (256 * 2 ** viewport.zoom) / side - 1;
        expect(tiles.every(({ column, row }) => column >= 0 && row >= 0 && column <= last && row <= last)).toBe(true);
      }
    }
  });
});

describe("clusters", () => {
  const viewport = { zoom: 7, lat: 52.48, lng: -1.9 };
  const at = (x: number, y: number, events: number, garages = 0): Cluster => {
    const things = events + garages;
    const town = { id: events, label: "", lat: 0, lng: 0, x, y, events, garages };
    return { events, garages, sumX: x * things, sumY: y * things, towns: [town] };
  };
  const { x, y } = toMap(viewport);
  const join = (clusters: Cluster[]) => joinClusters(clusters, viewport);

  test("overlapping clusters are merged into the bigger one", () => {
    const marks = join([at(x, y, 1), at(x + 10, y, 5, 2), at(x + 2000, y, 3)]);
    expect(marks).toMatchObject([
      { events: 6, garages: 2, towns: [{ id: 5 }, { id: 1 }] },
      { events: 3, garages: 0, towns: [{ id: 3 }] },
    ]);
    expect(marks[0]?.at).toEqual({ x: x + 10, y });
  });

  test("lose nothing, and no two cover each other", () => {
    const clusters = POINTS.slice(0, 800).map(({ lat, lng }, index) =>
      at(x + Math.round(lng * 4), y + Math.round(lat * 4), index % 7, index % 3),
    );
    const marks = join(clusters);
    const sum = (all: Cluster[], kind: "events" | "garages") =>
      all.reduce((total, cluster) => total + cluster[kind], 0);
    expect(sum(marks, "events")).toBe(sum(clusters, "events"));
    expect(sum(marks, "garages")).toBe(sum(clusters, "garages"));
    for (const a of marks) {
      expect(marks.filter((b) => b !== a && Math.hypot(a.x - b.x, a.y - b.y) < 44)).toEqual([]);
    }
    expect(join([...clusters].reverse())).toHaveLength(marks.length);
  });
});
