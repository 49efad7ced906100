import { TILE_BLEED, TILE_SIZE } from "~/lib/map-tiles";

/**
 * As in `app.css`: an SVG image cannot read the page's custom properties. Even-odd, because cut areas run along the
 * tile's edge and back.
 */
const TILE_STYLE =
  ".s{fill:#dde5e6}.l{fill:#faf8f3;fill-rule:evenodd;stroke:#b3c0c2}.t,.b{fill:none;stroke:#c6bfb1}" +
  ".t{stroke:#efeae0;stroke-linecap:round}path{stroke-linejoin:round}" +
  "@media(prefers-color-scheme:dark){.s{fill:#0c0f13}.l{fill:#1f2329;stroke:#3a434e}.t{stroke:#2a2f37}.b{stroke:#484f5a}}";

/**
 * Pixels beyond the tile. Less than the image: the edge of a scaled image is half transparent, and sea below land would
 * appear there as a line.
 */
const SEA_BLEED = 1;

/** In the zoom's units; `left` and `top` are its corner. */
interface TileDrawing {
  zoom: number;
  left: number;
  top: number;
  land: string;
  borders: string;
  /** A line for each diameter: the diameter, then path data. */
  towns: string;
}

/** Slightly larger than the tile on each side (`TILE_BLEED`). */
export function drawTile({ zoom, left, top, land, borders, towns }: TileDrawing): string {
  const unit = unitsPerPixel(zoom);
  const side = TILE_SIZE + 2 * TILE_BLEED;
  const view = [left - TILE_BLEED * unit, top - TILE_BLEED * unit, side * unit, side * unit];
  const [x, y] = [left - SEA_BLEED * unit, top - SEA_BLEED * unit];
  const sea = (TILE_SIZE + 2 * SEA_BLEED) * unit;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${view.join(" ")}" stroke-width="${unit}">`,
    `<style>${TILE_STYLE}</style><path class="s" d="M${x} ${y}h${sea}v${sea}h${-sea}z"/>`,
  ];
  if (land !== "") parts.push(`<path id="l" class="l" d="${land}"/>`);
  if (towns !== "") parts.push(drawTowns(towns));
  if (borders !== "") parts.push(`<path class="b" d="${borders}"/>`);
  return `${parts.join("")}</svg>`;
}

function drawTowns(towns: string): string {
  const dots = towns.split("\n").map((line) => {
    const space = line.indexOf(" ");
    return `<path stroke-width="${line.slice(0, space)}" d="${line.slice(space + 1)}"/>`;
  });
  const clip = '<clipPath id="k"><use href="#l" clip-rule="evenodd"/></clipPath>';
  return `${clip}<g class="t" clip-path="url(#k)">${dots.join("")}</g>`;
}

/** The data has no finer detail; deeper zooms enlarge parts of these tiles. */
export const DEEPEST_ZOOM = 8;

/** Geometry beyond a tile's edge, pixels, so that strokes along the cut are out of sight. */
export const MARGIN = 8;

/** Finer at the deepest zoom, which is also enlarged. */
export function unitsPerPixel(zoom: number): number {
  return zoom < DEEPEST_ZOOM ? 2 : 4 / 2 ** (zoom - DEEPEST_ZOOM);
}
