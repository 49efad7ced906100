import { describe, expect, test } from "vitest";
import { DESKTOP, mosaic, PHONE, type Tile } from "~/features/photos/mosaic";

const LANDSCAPE = 1.5;
const PORTRAIT = 2 / 3;

/** The proportions of `count` pictures, mixed in a way that is the same in every run. */
function mixed(count: number): (number | undefined)[] {
  const kinds = [LANDSCAPE, PORTRAIT, 4 / 3, 9 / 16, 1, 16 / 9, undefined, 3, 0.4];
  return Array.from({ length: count }, (_, at) => kinds[(at * 7 + ((at * at) % 5)) % kinds.length]);
}

const GALLERIES: [name: string, of: (count: number) => (number | undefined)[]][] = [
  ["landscapes", (count) => Array(count).fill(LANDSCAPE)],
  ["portraits", (count) => Array(count).fill(PORTRAIT)],
  ["squares", (count) => Array(count).fill(1)],
  ["panoramas", (count) => Array(count).fill(4)],
  ["one portrait at the end", (count) => [...Array(count - 1).fill(LANDSCAPE), PORTRAIT]],
  ["mixed ones", mixed],
];

const LAYOUTS = [
  ["phone", PHONE],
  ["desktop", DESKTOP],
] as const;

/** The rows, as the boxes say how many are in each. */
function rowsOf(tiles: readonly Tile[]): Tile[][] {
  const rows: Tile[][] = [];
  for (let at = 0; at < tiles.length; at += tiles[at]!.inRow) rows.push(tiles.slice(at, at + tiles[at]!.inRow));
  return rows;
}

describe.each(LAYOUTS)("on a %s", (_, layout) => {
  test.each(GALLERIES)("1 to 100 %s fill every row, so that none stands alone in part of one", (_, of) => {
    for (let count = 1; count <= 100; count++) {
      const pictures = of(count);
      const tiles = mosaic(pictures, layout);
      expect(tiles).toHaveLength(count);
      for (const row of rowsOf(tiles)) {
        expect(row).toHaveLength(row[0]!.inRow);
        expect(row.length).toBeLessThanOrEqual(layout.most);
        expect(row.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
        // Of one height: what a box has of the width goes with its ratio.
        for (const { share, ratio } of row) expect(share / ratio).toBeCloseTo(row[0]!.share / row[0]!.ratio);
        const height = row[0]!.share / row[0]!.ratio;
        expect(height).toBeLessThanOrEqual(1 / layout.least + 0.001);
        for (const { share } of row) expect(share).toBeGreaterThan(0.1);
      }
    }
  });

  test("portraits are whole, and nothing is badly cut", () => {
    for (let count = 1; count <= 100; count++) {
      const pictures = mixed(count);
      for (const [at, { ratio, whole }] of mosaic(pictures, layout).entries()) {
        const picture = pictures[at] ?? 1.5;
        const cut = Math.max(picture / ratio, ratio / picture);
        expect(whole || cut <= (picture < 1 ? 1.02 : 1.35), `${count}: ${at}`).toBe(true);
      }
    }
  });
});

test("a few landscapes stand as one would lay them", () => {
  const rows = (count: number, layout: typeof PHONE) =>
    rowsOf(mosaic(Array(count).fill(LANDSCAPE), layout)).map((row) => row.length);
  expect([1, 2, 3, 5, 6, 9].map((count) => rows(count, DESKTOP))).toEqual([[1], [2], [3], [2, 3], [3, 3], [3, 3, 3]]);
  expect([1, 2, 3, 9].map((count) => rows(count, PHONE))).toEqual([[1], [2], [1, 2], [1, 2, 2, 2, 2]]);
});
