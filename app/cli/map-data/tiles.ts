import type { MapBox } from "~/lib/geo";
import { TILE_SIZE, tilesAcross } from "~/lib/map-tiles";
import { cutAreas, cutLines, toPath } from "~/services/base-map/outline";
import { MARGIN, unitsPerPixel } from "~/services/base-map/scale";
import type { Outlines } from "./outlines";

export interface Tile {
  zoom: number;
  x: number;
  y: number;
  /** Path data in the zoom's units from the tile's corner; empty where there is none. */
  land: string;
  borders: string;
}

/**
 * Cuts what is drawn at a zoom into tiles: in four, each part in four again and so on. Tiles of bare sea are left out.
 */
export function cutTiles(outlines: Outlines, zoom: number): Tile[] {
  const tiles: Tile[] = [];
  const deepest = tilesAcross(zoom);
  const margin = MARGIN / (TILE_SIZE * deepest);
  const cut = (from: Outlines, across: number, x: number, y: number): void => {
    const box: MapBox = {
      west: x / across - margin,
      east: (x + 1) / across + margin,
      north: y / across - margin,
      south: (y + 1) / across + margin,
    };
    const inside = { land: cutAreas(from.land, box), borders: cutLines(from.borders, box) };
    if (inside.land.length === 0 && inside.borders.length === 0) return;
    if (across === deepest) tiles.push(toTile(inside, zoom, x, y));
    else for (const [dx, dy] of QUARTERS) cut(inside, across * 2, 2 * x + dx, 2 * y + dy);
  };
  cut(outlines, 1, 0, 0);
  return tiles.filter((tile) => tile.land !== "");
}

const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

function toTile({ land, borders }: Outlines, zoom: number, x: number, y: number): Tile {
  const corner = TILE_SIZE * unitsPerPixel(zoom);
  const scale = tilesAcross(zoom) * corner;
  const local = (outline: number[]) => outline.map((value, i) => value * scale - corner * (i % 2 === 0 ? x : y));
  return { zoom, x, y, land: toPath(land.map(local), true), borders: toPath(borders.map(local), false) };
}
