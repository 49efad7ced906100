import { describe, expect, test } from "vitest";
import { type Cluster, isInViewport, joinClusters } from "~/features/map/marks";
import {
  boxesOf,
  formatViewport,
  moved,
  parseViewport,
  tilesOf,
  toViewport,
  VIEWPORT,
  type Viewport,
  viewportAround,
  viewportOf,
  zoomed,
} from "~/features/map/viewport";
import { boxesAround, coarse, distanceKm, fromMap, MAP_UNITS, type Point, toMap } from "~/lib/geo";
import { MAX_ZOOM, MIN_ZOOM, TILE_SIZE } from "~/lib/map-tiles";

const BIRMINGHAM = { lat: 52.48, lng: -1.9 };
const FRAMES: Viewport[] = [
  { zoom: 1, lat: 25, lng: 0 },
  { zoom: 4, lat: 48, lng: 10 },
  { zoom: 6, lat: -16.8, lng: 179.9 },
  { zoom: 7, lat: 52.48, lng: -1.9 },
  { zoom: 10, lat: 64.13, lng: -21.9 },
];

/** Points all over the world, the date line and the far north among them. */
const POINTS: Point[] = Array.from({ length: 4000 }, (_, at) =>
  coarse({ lat: ((at * 37.77) % 168) - 84, lng: ((at * 91.13) % 360) - 180 }),
);

describe("the flat map", () => {
  test("knows where a point is, to its unit", () => {
    for (const point of POINTS) {
      const back = fromMap(toMap(point));
      expect(Math.abs(back.lng - point.lng)).toBeLessThan(360 / MAP_UNITS + 1e-9);
      expect(Math.abs(back.lat - point.lat)).toBeLessThan(360 / MAP_UNITS + 1e-9);
    }
  });

  test("holds everything within so many kilometres in its boxes", () => {
    for (const center of [BIRMINGHAM, { lat: -16.8, lng: 179.9 }, { lat: 83, lng: 20 }, { lat: 0, lng: -179.99 }]) {
      for (const km of [10, 100, 1000]) {
        const boxes = boxesAround(center, km);
        const near = POINTS.filter((point) => distanceKm(center, point) <= km);
        for (const { x, y } of near.map(toMap)) {
          expect(boxes.some((box) => x >= box.west && x <= box.east && y >= box.north && y <= box.south)).toBe(true);
        }
      }
    }
    expect(distanceKm(BIRMINGHAM, { lat: 51.51, lng: -0.13 })).toBeCloseTo(162.2, 1);
  });
});

describe("a viewport", () => {
  test("is read as it is written, and nothing else is read", () => {
    for (const viewport of FRAMES)
      expect(parseViewport(formatViewport(viewport))).toEqual(parseViewport(formatViewport(viewport)));
    expect(formatViewport({ zoom: 7, lat: 52.4814, lng: -1.8998 })).toBe("7/52.48/-1.90");
    expect(parseViewport("7/52.48/-1.90")).toEqual({ zoom: 7, lat: 52.48, lng: -1.9 });
    // Finer than it is shown is never kept (map README, Centre).
    expect(parseViewport("3/52.4814/-1.8998")).toEqual({ zoom: 3, lat: 52.5, lng: -1.9 });
    for (const wrong of ["", "7", "0/1/1", "11/1/1", "7/86/0", "7/0/181", "7/a/b", "7/1e1/0", "7/1/1/1"]) {
      expect(parseViewport(wrong)).toBeUndefined();
    }
  });

  test("shows exactly what is in its boxes", () => {
    for (const viewport of FRAMES) {
      const boxes = boxesOf(viewport);
      for (const { x, y } of POINTS.map(toMap)) {
        const inside = boxes.some((box) => x >= box.west && x <= box.east && y >= box.north && y <= box.south);
        const drawn = toViewport(viewport, { x, y });
        // A pixel of rounding on the edge.
        if (inside) expect(isInViewport(drawn, 1)).toBe(true);
        else if (viewport.zoom > 1) expect(isInViewport(drawn, -1)).toBe(false);
      }
    }
  });

  test("around a circle holds all of it, and is the nearest that does", () => {
    for (const km of [10, 25, 100, 500]) {
      const viewport = viewportAround(BIRMINGHAM, km);
      const [box] = boxesAround(BIRMINGHAM, km);
      const corners = box
        ? [toViewport(viewport, { x: box.west, y: box.north }), toViewport(viewport, { x: box.east, y: box.south })]
        : [];
      expect(corners.every((corner) => isInViewport(corner, 8))).toBe(true);
      const nearer = { ...viewport, zoom: viewport.zoom + 1 };
      const outside = box
        ? [toViewport(nearer, { x: box.west, y: box.north }), toViewport(nearer, { x: box.east, y: box.south })]
        : [];
      if (viewport.zoom < MAX_ZOOM) expect(outside.every((corner) => isInViewport(corner, -8))).toBe(false);
    }
  });

  test("moves by what it shows, stays on the map, and goes around the world", () => {
    const viewport = { zoom: 6, lat: 50, lng: 179 };
    expect(moved(viewport, VIEWPORT.width, 0).lng).toBeLessThan(-160);
    expect(moved({ ...viewport, lat: 84 }, 0, -100_000).lat).toBeLessThanOrEqual(85.1);
    expect(zoomed({ ...viewport, zoom: MAX_ZOOM }, 1)).toBeUndefined();
    expect(zoomed({ ...viewport, zoom: MIN_ZOOM }, -1)).toBeUndefined();
    expect(zoomed(viewport, 1)).toEqual({ zoom: 7, lat: 50, lng: 179 });
    expect(viewportOf({ west: 0, east: MAP_UNITS - 1, north: 0, south: MAP_UNITS - 1 }).zoom).toBe(MIN_ZOOM);
  });

  test("is covered by its tiles, each once", () => {
    for (const side of [TILE_SIZE, 256]) {
      for (const viewport of FRAMES.filter(({ zoom }) => zoom > 2)) {
        const tiles = tilesOf(viewport, side);
        expect(new Set(tiles.map(({ x, y }) => `${x}/${y}`)).size).toBe(tiles.length);
        for (const [x, y] of [
          [1, 1],
          [VIEWPORT.width - 1, 1],
          [320, 240],
          [1, VIEWPORT.height - 1],
          [VIEWPORT.width - 1, VIEWPORT.height - 1],
        ] as const) {
          expect(
            tiles.filter((tile) => x >= tile.x && x < tile.x + side && y >= tile.y && y < tile.y + side),
          ).toHaveLength(1);
        }
        const last = (256 * 2 ** viewport.zoom) / side - 1;
        expect(tiles.every(({ column, row }) => column >= 0 && row >= 0 && column <= last && row <= last)).toBe(true);
      }
    }
  });
});

describe("clusters", () => {
  const viewport = { zoom: 7, lat: 52.48, lng: -1.9 };
  const at = (x: number, y: number, events: number, garages = 0): Cluster & { names: string[] } => {
    const things = events + garages;
    return { events, garages, sumX: x * things, sumY: y * things, names: [`${events}`] };
  };
  const { x, y } = toMap(viewport);
  const join = (clusters: ReturnType<typeof at>[]) =>
    joinClusters(clusters, viewport, (big, small) => ({ names: [...big.names, ...small.names] }));

  test("that would cover each other are one, where the bigger one is", () => {
    const marks = join([at(x, y, 1), at(x + 10, y, 5, 2), at(x + 2000, y, 3)]);
    expect(marks.map(({ events, garages, names }) => ({ events, garages, names }))).toEqual([
      { events: 6, garages: 2, names: ["5", "1"] },
      { events: 3, garages: 0, names: ["3"] },
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
      const near = marks.filter((b) => b !== a && Math.hypot(a.x - b.x, a.y - b.y) < 44);
      expect(near).toEqual([]);
    }
    expect(join([...clusters].reverse())).toHaveLength(marks.length);
  });
});
