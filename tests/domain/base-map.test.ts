import { brotliCompressSync, constants } from "node:zlib";
import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { cutAreas, cutLines, toPath } from "~/cli/map-data/cutting";
import type { Outline } from "~/cli/map-data/outlines";
import { MAP_UNITS, type Point, toMap } from "~/lib/geo";
import { MAX_ZOOM, MIN_ZOOM, TILE_BLEED, TILE_SIZE, tilesAcross } from "~/lib/map-tiles";
import { baseMapVersion, listLabels, tileSvg } from "~/services/base-map/base-map.server";
import { splitList } from "../support/split-list";

function landOf(svg: string): Outline[] {
  const paths = (/class="l" d="([^"]*)"/.exec(svg)?.[1] ?? "").split("M").slice(1);
  return paths.map((text) => {
    const numbers = (text.match(/-?\d+/g) ?? []).map(Number);
    for (let i = 2; i < numbers.length; i++) numbers[i]! += numbers[i - 2]!;
    return numbers;
  });
}

/** With the point's offset, as a fraction of the side. */
function tileAt(zoom: number, point: Point) {
  const across = tilesAcross(zoom);
  const { x, y } = toMap(point);
  const [column, row] = [(x * across) / MAP_UNITS, (y * across) / MAP_UNITS];
  return { x: Math.floor(column), y: Math.floor(row), right: column % 1, down: row % 1 };
}

function isIn(area: Outline, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = area.length - 2; i < area.length; j = i, i += 2) {
    const [x1, y1, x2, y2] = [area[i]!, area[i + 1]!, area[j]!, area[j + 1]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

function isLand(zoom: number, point: Point): boolean {
  const { x, y, right, down } = tileAt(zoom, point);
  const svg = tileSvg(zoom, x, y)!;
  const [leftEdge = 0, top = 0, width = 0] = /viewBox="([^"]+)"/.exec(svg)![1]!.split(" ").map(Number);
  const unit = width / (TILE_SIZE + 2 * TILE_BLEED);
  const at = (share: number, corner: number) => corner + (TILE_BLEED + share * TILE_SIZE) * unit + 0.01;
  const land = landOf(svg);
  return land.filter((area) => isIn(area, at(right, leftEdge), at(down, top))).length % 2 === 1;
}

const LAND: Record<string, Point> = {
  Birmingham: { lat: 52.48, lng: -1.9 },
  "Kansas City": { lat: 39.1, lng: -94.58 },
  Nairobi: { lat: -1.29, lng: 36.82 },
  "inner Iceland": { lat: 64.8, lng: -18.5 },
  "Chukotka, east of the date line": { lat: 67, lng: -177 },
  "Chukotka, west of it": { lat: 67.5, lng: 178 },
  "Antarctica near the date line": { lat: -84, lng: -150 },
  Tasmania: { lat: -42.2, lng: 146.6 },
};
const SEA: Record<string, Point> = {
  "mid-Atlantic": { lat: 35, lng: -40 },
  "North Sea": { lat: 56, lng: 3.5 },
  "Caspian Sea": { lat: 41.5, lng: 50.8 },
  "Pacific on the date line": { lat: 10, lng: 180 },
  "Bay of Biscay": { lat: 45, lng: -5 },
  "Arctic Ocean": { lat: 84, lng: 0 },
};

describe("land and sea", () => {
  test("at every zoom", () => {
    for (let zoom = MIN_ZOOM; zoom <= MAX_ZOOM; zoom++) {
      for (const [name, point] of Object.entries(LAND)) expect(isLand(zoom, point), `${name}, ${zoom}`).toBe(true);
      for (const [name, point] of Object.entries(SEA)) expect(isLand(zoom, point), `${name}, ${zoom}`).toBe(false);
    }
  });

  test("islands of any size", () => {
    const at = (lat: number, lng: number) => isLand(6, { lat, lng });
    expect([at(49.5, 0.3), at(19.6, -155.5), at(-17.8, 178), at(35.2, 24.9)]).toEqual(Array(4).fill(true));
    // A few pixels wide.
    expect(isLand(7, { lat: 35.9, lng: 14.4 })).toBe(true);
  });

  test("the date line is no coast", () => {
    const { x, y } = tileAt(6, { lat: 67, lng: -179.9 });
    const land = landOf(tileSvg(6, x, y)!);
    expect(land.filter((area) => area.some((x, i) => i % 2 === 0 && x === 0 && area[i + 2] === 0))).toEqual([]);
  });
});

describe("a tile", () => {
  test("is a whole document, without any text", () => {
    for (const [zoom, x, y] of [
      [1, 0, 0],
      [6, 15, 10],
      [10, 253, 168],
    ] as const) {
      const svg = tileSvg(zoom, x, y)!;
      const names = new Set<string>();
      const parser = new SaxesParser();
      parser.on("opentag", ({ name }) => names.add(name));
      parser.write(svg).close();
      expect([...names].filter((name) => !/^(svg|style|path|clipPath|use|g)$/.test(name))).toEqual([]);
      const side = TILE_SIZE + 2 * TILE_BLEED;
      expect(svg).toContain(`width="${side}" height="${side}"`);
      expect(svg).toContain("prefers-color-scheme:dark");
    }
  });

  test("of bare sea is the same everywhere; the whole has a short name that an address can hold", () => {
    expect(tileSvg(8, 2, 60)).toBe(tileSvg(8, 3, 60));
    expect(tileSvg(8, 2, 60)!.length).toBeLessThan(800);
    expect(baseMapVersion()).toMatch(/^[0-9a-f]{10}$/);
  });

  test.each([...splitList("0/0/0 | 11/0/0 | 1/1/0 | 4/0/8 | 4/-1/0 | 4.5/0/0 | 4/0.5/0 | NaN/0/0")])(
    "there is none at %s",
    (place) => {
      const [zoom, x, y] = place.split("/").map(Number) as [number, number, number];
      expect(tileSvg(zoom, x, y)).toBeUndefined();
    },
  );

  test("meets its neighbour: what leaves one at its edge enters the other there", () => {
    const crossings = (zoom: number, x: number, y: number, at: number) => {
      const land = landOf(tileSvg(zoom, x, y)!);
      const heights: number[] = [];
      for (const area of land) {
        for (let i = 0, j = area.length - 2; i < area.length; j = i, i += 2) {
          const [x1, y1, x2, y2] = [area[j]!, area[j + 1]!, area[i]!, area[i + 1]!];
          if (x1 < at !== x2 < at) heights.push(Math.round(y1 + ((at - x1) / (x2 - x1)) * (y2 - y1)));
        }
      }
      return heights.filter((value) => value > 0 && value < 1024).sort((a, b) => a - b);
    };
    const west = crossings(6, 15, 10, 1024);
    expect(west.length).toBeGreaterThan(0);
    expect(crossings(6, 16, 10, 0)).toEqual(west);
  });
});

describe("how much it weighs", () => {
  const size = (svg: string) => Buffer.byteLength(svg);

  test("no tile is heavy, and the usual one is light", () => {
    const sizes: number[] = [];
    for (let zoom = MIN_ZOOM; zoom <= 6; zoom++)
      for (let x = 0; x < tilesAcross(zoom); x++)
        for (let y = 0; y < tilesAcross(zoom); y++) sizes.push(size(tileSvg(zoom, x, y)!));
    expect(Math.max(...sizes)).toBeLessThan(30_000);
    expect(sizes.reduce((sum, tileSize) => sum + tileSize) / sizes.length).toBeLessThan(5_000);
  });

  test.each([
    ["Europe", 4, { lat: 50, lng: 10 }],
    ["Britain", 6, { lat: 53, lng: -3 }],
    ["the Aegean", 6, { lat: 38, lng: 24 }],
    ["Indonesia", 5, { lat: -2, lng: 118 }],
    ["Canada's north", 5, { lat: 72, lng: -90 }],
    ["the Ruhr", 8, { lat: 51.4, lng: 7 }],
    ["the Ruhr, enlarged", 10, { lat: 51.4, lng: 7 }],
  ] as const)("a view of %s", (_, zoom, middle) => {
    const { x, y, right, down } = tileAt(zoom, middle);
    const from = (share: number, half: number) => Math.floor((share * TILE_SIZE - half) / TILE_SIZE);
    let bytes = 0;
    for (let dx = from(right, 320); dx <= from(right, -320); dx++) {
      for (let dy = from(down, 240); dy <= from(down, -240); dy++) {
        const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
        bytes += brotliCompressSync(tileSvg(zoom, x + dx, y + dy)!, { params }).length;
      }
    }
    expect(bytes).toBeLessThan(25_000);
  });
});

describe("names of towns", () => {
  const north = toMap({ lat: 59, lng: -8 });
  const south = toMap({ lat: 49.8, lng: 2 });
  const britain = { west: north.x, north: north.y, east: south.x, south: south.y };

  test("of Britain: the biggest, spread out, largest first", () => {
    const labels = listLabels(6, britain, 50);
    const names = labels.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["London", "Birmingham", "Glasgow"]));
    expect(names.indexOf("London")).toBe(0);
    expect(labels.map(({ rank }) => rank)).toEqual(labels.map(({ rank }) => rank).sort());
    const pixels = MAP_UNITS / (256 * 2 ** 6);
    for (const [i, a] of labels.entries()) {
      for (const b of labels.slice(i + 1)) {
        const isApart = Math.abs(a.x - b.x) >= 80 * pixels || Math.abs(a.y - b.y) >= 42 * pixels;
        expect(isApart, `${a.name} and ${b.name}`).toBe(true);
      }
    }
  });

  test("returns only items of the box, up to the limit", () => {
    expect(listLabels(8, britain, 3)).toHaveLength(3);
    for (const { x, y } of listLabels(7, britain, 100))
      expect(x >= britain.west && x <= britain.east && y >= britain.north && y <= britain.south).toBe(true);
    const atlantic = toMap({ lat: 35, lng: -40 });
    const box = { west: atlantic.x - 100, east: atlantic.x + 100, north: atlantic.y - 100, south: atlantic.y + 100 };
    expect(listLabels(9, box, 10)).toEqual([]);
  });
});

describe("cutting", () => {
  const box = { west: 0, north: 0, east: 10, south: 10 };

  test("areas: their part in the box, a hole included", () => {
    expect(cutAreas([[-5, 2, 5, 2, 5, 8, -5, 8]], box)).toEqual([[0, 2, 5, 2, 5, 8, 0, 8]]);
    expect(cutAreas([[2, 2, 4, 2, 4, 4]], box)).toEqual([[2, 2, 4, 2, 4, 4]]);
    expect(cutAreas([[12, 2, 14, 2, 14, 4]], box)).toEqual([]);
    expect(cutAreas([[-5, -5, 15, -5, 15, 15, -5, 15]], box)[0]).toHaveLength(8);
  });

  test("lines: each way through the box", () => {
    expect(cutLines([[-5, 5, 5, 5, 5, 15, 8, 15, 8, 5]], box)).toEqual([
      [0, 5, 5, 5, 5, 10],
      [8, 10, 8, 5],
    ]);
    expect(cutLines([[-5, -5, -5, 20]], box)).toEqual([]);
  });

  test("coordinates are whole steps; steps of zero are omitted", () => {
    const outlines = [
      [1, -2, 30, 4, -5, 6],
      [-7, 0, 0, 0, 9, -1],
    ];
    expect(toPath(outlines, true)).toBe("M1-2l29 6-35 2zM-7 0l7 0 9-1z");
    expect(toPath([[0.4, 0.4, 0.2, 0.1]], true)).toBe("");
  });
});
