import { describe, expect, test } from "vitest";
import { DESKTOP, mosaic, PHONE, type Tile } from "~/features/photos/components/photo-gallery";

const LANDSCAPE = 1.5;
const PORTRAIT = 2 / 3;

function mixed(count: number): (number | undefined)[] {
  const kinds = [LANDSCAPE, PORTRAIT, 4 / 3, 9 / 16, 1, 16 / 9, undefined, 3, 0.4];
  return Array.from({ length: count }, (_, index) => kinds[(index * 7 + ((index * index) % 5)) % kinds.length]);
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

function rowsOf(tiles: readonly Tile[]): Tile[][] {
  const rows: Tile[][] = [];
  for (let index = 0; index < tiles.length; index += tiles[index]!.inRow)
    rows.push(tiles.slice(index, index + tiles[index]!.inRow));
  return rows;
}

/** No matchers, for 60,000 rows. */
function faultsOf(row: readonly Tile[], layout: typeof PHONE): string[] {
  const height = row[0]!.share / row[0]!.ratio;
  const isClose = (a: number, b: number) => Math.abs(a - b) < 0.005;
  const wrong = {
    "not full": row.length !== row[0]!.inRow,
    "too many": row.length > layout.most,
    "not as wide as the page": !isClose(
      row.reduce((sum, { share }) => sum + share, 0),
      1,
    ),
    "not of one height": row.some(({ share, ratio }) => !isClose(share / ratio, height)),
    "too high": height > 1 / layout.least + 0.001,
    "too narrow": row.some(({ share }) => share <= 0.1),
  };
  return Object.keys(wrong).filter((name) => wrong[name as keyof typeof wrong]);
}

describe.each(LAYOUTS)("on a %s", (_, layout) => {
  test.each(GALLERIES)("1 to 100 %s fill every row, so that none stands alone in part of one", (_, of) => {
    for (let count = 1; count <= 100; count++) {
      const tiles = mosaic(of(count), layout);
      expect(tiles).toHaveLength(count);
      expect([count, rowsOf(tiles).flatMap((row) => faultsOf(row, layout))]).toEqual([count, []]);
    }
  });

  test("portraits are whole, and nothing is badly cut", () => {
    for (let count = 1; count <= 100; count++) {
      const pictures = mixed(count);
      const cutIndex = mosaic(pictures, layout).findIndex(({ ratio, whole }, index) => {
        const picture = pictures[index] ?? 1.5;
        return !whole && Math.max(picture / ratio, ratio / picture) > (picture < 1 ? 1.02 : 1.35);
      });
      expect([count, cutIndex]).toEqual([count, -1]);
    }
  });
});

test("a few landscapes stand as one would lay them", () => {
  const rows = (count: number, layout: typeof PHONE) =>
    rowsOf(mosaic(Array(count).fill(LANDSCAPE), layout)).map((row) => row.length);
  expect([1, 2, 3, 5, 6, 9].map((count) => rows(count, DESKTOP))).toEqual([[1], [2], [3], [2, 3], [3, 3], [3, 3, 3]]);
  expect([1, 2, 3, 9].map((count) => rows(count, PHONE))).toEqual([[1], [2], [1, 2], [1, 2, 2, 2, 2]]);
});
