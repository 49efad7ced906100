/** How pictures are laid out in full rows, worked out from their proportions. No browser and no server in it. */

/** A picture's box. */
export interface Tile {
  /** Share of its row's width, the gaps left out; those of a row add up to 1. */
  share: number;
  /** Boxes in its row. */
  inRow: number;
  /** Width by height of the box. */
  ratio: number;
  /** Shown whole with the rest of the box in its own colour; else it fills the box, and loses little or nothing. */
  whole: boolean;
}

interface Layout {
  /** The sum of ratios that a row should have: 4 is a row a quarter as high as wide. */
  target: number;
  /** The least of it: flatter boxes than their pictures where the row would be higher. */
  least: number;
  /** Pictures in a row at most. */
  most: number;
  /** Ratios of boxes that share a row, so that none is too narrow to press. */
  narrowest: number;
  widest: number;
}

export const PHONE: Layout = { target: 2.3, least: 0.9, most: 2, narrowest: 0.66, widest: 1.8 };
export const DESKTOP: Layout = { target: 4, least: 2, most: 4, narrowest: 0.56, widest: 2.2 };

/** Of pictures whose proportions are not known. */
const USUAL = 1.5;
/** What a landscape picture may lose of its height or width, as a ratio of ratios. */
const SLIGHT_CUT = 1.35;

interface Row {
  from: number;
  count: number;
}

/**
 * Lays pictures out in rows that are always full, so that no picture ever stands alone in part of a row. Portraits are
 * never cut.
 * @param ratios width by height of each picture; undefined where it is not known
 * @returns the boxes, in the same order
 */
export function mosaic(ratios: readonly (number | undefined)[], layout: Layout): Tile[] {
  const known = ratios.map((ratio) => ratio ?? USUAL);
  return bestRows(known, layout).flatMap(({ from, count }) => tilesOf(known.slice(from, from + count), layout));
}

function tilesOf(row: readonly number[], layout: Layout): Tile[] {
  const boxes = boxesOf(row, layout);
  const sum = total(boxes);
  return boxes.map((box, at) => ({
    share: box / sum,
    inRow: row.length,
    ratio: box,
    whole: isWhole(row[at]!, box),
  }));
}

/** The boxes' ratios: the pictures' own, unless one would be too narrow, or the row too high. */
function boxesOf(row: readonly number[], { least, narrowest, widest }: Layout): number[] {
  const own = row.length === 1 ? [...row] : row.map((ratio) => Math.min(widest, Math.max(narrowest, ratio)));
  const stretch = Math.max(1, least / total(own));
  return own.map((ratio) => ratio * stretch);
}

function isWhole(picture: number, box: number): boolean {
  const cut = Math.max(picture / box, box / picture);
  return picture < 1 ? cut > 1.02 : cut > SLIGHT_CUT;
}

/** Breaks the pictures into the rows that cost least together; of equal ones, the emptier rows come first. */
function bestRows(ratios: readonly number[], layout: Layout): Row[] {
  const best: { cost: number; rows: Row[] }[] = [{ cost: 0, rows: [] }];
  for (let end = 1; end <= ratios.length; end++) {
    for (let count = 1; count <= Math.min(layout.most, end); count++) {
      const from = end - count;
      const before = best[from]!;
      const late = (0.0005 * from * (layout.most - count)) / layout.most;
      const cost = before.cost + costOf(ratios.slice(from, end), layout) + late;
      if (cost < (best[end]?.cost ?? Number.POSITIVE_INFINITY)) {
        best[end] = { cost, rows: [...before.rows, { from, count }] };
      }
    }
  }
  return best[ratios.length]!.rows;
}

function costOf(row: readonly number[], layout: Layout): number {
  const boxes = boxesOf(row, layout);
  const unfit = row.reduce((sum, ratio, at) => sum + Math.abs(Math.log(boxes[at]! / ratio)), 0);
  return Math.log(total(boxes) / layout.target) ** 2 + unfit;
}

function total(ratios: readonly number[]): number {
  return ratios.reduce((sum, ratio) => sum + ratio, 0);
}
