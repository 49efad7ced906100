import { MAP_UNITS, toMap } from "~/lib/geo";
import { TILE_SIZE, tilesAcross } from "~/lib/map-tiles";
import { type Dots, formatDots } from "~/services/base-map/dots";
import { MARGIN, unitsPerPixel } from "~/services/base-map/scale";
import type { DrawnTown } from "./labels";

/** People on a square kilometre of a town: how large its spot is. */
const DENSITY = 3000;
/** Of the largest, km: their people live more closely. */
const MAX_RADIUS = 18;
/** Smaller ones are left out, pixels across. */
const MIN_WIDTH = 4;
const EQUATOR = 40_075;

/**
 * The built-up areas at a zoom as round spots, by tile ("x/y"). The data has no outlines of towns; a spot as large as
 * so many people need says where a region is peopled and where it is empty.
 */
export function spotTowns(towns: readonly DrawnTown[], zoom: number): Map<string, string> {
  const unit = unitsPerPixel(zoom);
  const corner = TILE_SIZE * unit;
  const scale = (corner * tilesAcross(zoom)) / MAP_UNITS;
  const tiles = new Map<string, Map<number, number[]>>();
  for (const town of towns) {
    if (town.isPart) continue;
    const km = Math.min(Math.sqrt(town.population / DENSITY / Math.PI), MAX_RADIUS);
    const units = (corner * tilesAcross(zoom)) / (EQUATOR * Math.cos((town.lat * Math.PI) / 180));
    const width = stepped(2 * km * units);
    if (width < MIN_WIDTH * unit) continue;
    const center = toMap(town);
    const [x, y] = [Math.round(center.x * scale), Math.round(center.y * scale)];
    const reach = width / 2 + MARGIN * unit;
    for (let column = Math.floor((x - reach) / corner); column <= Math.floor((x + reach) / corner); column++) {
      for (let row = Math.floor((y - reach) / corner); row <= Math.floor((y + reach) / corner); row++) {
        const key = `${column}/${row}`;
        const widths = tiles.get(key) ?? new Map<number, number[]>();
        tiles.set(key, widths);
        const at = widths.get(width) ?? [];
        widths.set(width, at);
        at.push(x - column * corner, y - row * corner);
      }
    }
  }
  return new Map([...tiles].map(([key, widths]) => [key, formatDots(toDots(widths))]));
}

const toDots = (widths: Map<number, number[]>): Dots[] => [...widths].map(([width, at]) => ({ width, at }));

/** One of few widths, so that a tile needs few paths. */
const stepped = (width: number) => Math.round(1.3 ** Math.round(Math.log(width) / Math.log(1.3)));
