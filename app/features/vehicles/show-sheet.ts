import { cutText } from "~/lib/text";
import type { SpecRow } from "./specs";

const SHEET_SPECS = 12;

type SheetModification = Record<"area" | "title", string>;

interface Content {
  specs: readonly SpecRow[];
  modifications: readonly SheetModification[];
}

export interface FittedSheet {
  /** mm. */
  letters: number;
  valueLines: number;
  specs: SpecRow[];
  areas: { area: string; titles: string[] }[];
  /** For lack of room. */
  left: number;
}

/** For specs and modifications, mm, next to the smallest picture, the name and the footer. */
const ROOM_MM = 128;
const WIDTH_MM = 186;
/** Between two columns, mm. */
const GAP = 8;
/** Relative to letter height: line, label line, average letter width. */
const LINE = 1.25;
const LABEL = 0.95;
const LETTER = 0.56;
/** Around a row or area, and the headings of both parts, mm. */
const PADDING = 2.6;
const HEADING = 9;

/** From the largest down, as mm and lines per value; short content gets large letters. */
const STEPS: readonly [letters: number, valueLines: number][] = [
  [8, 2],
  [7, 2],
  [6, 2],
  [5.2, 2],
  [4.6, 2],
  [4.6, 1],
];

const MAX_TITLE_LENGTH = 58;

const linesOf = (text: string, letters: number, width: number) =>
  Math.max(1, Math.ceil((text.length * letters * LETTER) / width));

function specsHeight(specs: readonly SpecRow[], letters: number, most: number): number {
  const heights = specs.map(({ value }) => {
    const lines = Math.min(most, linesOf(value, letters, (WIDTH_MM - GAP) / 2));
    return letters * (LABEL + lines * LINE) + PADDING;
  });
  const rows = heights
    .filter((_, index) => index % 2 === 0)
    .map((height, row) => Math.max(height, heights[row * 2 + 1] ?? 0));
  return rows.length === 0 ? 0 : HEADING + rows.reduce((sum, height) => sum + height, 0);
}

function areasHeight(areas: FittedSheet["areas"], letters: number): number {
  if (areas.length === 0) return 0;
  const heights = areas.map(
    ({ area, titles }) => letters * LINE * linesOf(`${area}  ${titles.join(" · ")}`, letters, WIDTH_MM) + PADDING / 2,
  );
  return HEADING + heights.reduce((sum, height) => sum + height, 0);
}

function byArea(modifications: readonly SheetModification[]): FittedSheet["areas"] {
  const areas = new Map<string, string[]>();
  for (const { area, title } of modifications) {
    areas.set(area, [...(areas.get(area) ?? []), cutText(title, MAX_TITLE_LENGTH)]);
  }
  return [...areas].map(([area, titles]) => ({ area, titles }));
}

/** The largest letters that fit everything on one sheet; if even the smallest do not, drops the last modifications. */
export function fitSheet({ specs, modifications }: Content): FittedSheet {
  const sheetSpecs = specs.slice(0, SHEET_SPECS);
  const fits = ([letters, most]: readonly [number, number], areas: FittedSheet["areas"]) =>
    specsHeight(sheetSpecs, letters, most) + areasHeight(areas, letters) <= ROOM_MM;
  const all = byArea(modifications);
  const smallest = STEPS.at(-1)!;
  const step = STEPS.find((candidate) => fits(candidate, all)) ?? smallest;
  let count = modifications.length;
  while (count > 0 && !fits(step, byArea(modifications.slice(0, count)))) count--;
  const [letters, valueLines] = step;
  return {
    letters,
    valueLines,
    specs: sheetSpecs,
    areas: byArea(modifications.slice(0, count)),
    left: modifications.length - count,
  };
}
