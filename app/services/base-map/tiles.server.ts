import { baseMapVersion } from "./base-map.server";

/** Side of a tile, px of the drawn map. */
export function tileSide(): number {
  return 512;
}

/**
 * Where the picture of a tile is fetched from.
 * @param zoom the world is 256 · 2^zoom px wide
 */
export function tileAddress(zoom: number, column: number, row: number): string {
  return `/map-tiles/${baseMapVersion()}/${zoom}/${column}/${row}.svg`;
}
