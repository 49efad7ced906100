/** The zooms that there are. At zoom z the flat map is 256 * 2^z pixels wide. */
export const MIN_ZOOM = 1;
export const MAX_ZOOM = 10;

/** Pixels a side. */
export const TILE_SIZE = 512;

/** How far a tile's image extends beyond the tile, pixels: no seams show where the map is scaled. */
export const TILE_BLEED = 4;

/** Tiles a side of the map. */
export const tilesAcross = (zoom: number) => 2 ** (zoom - 1);

/** URL of a tile. Its content never changes: another rendering has another version. */
export function tilePath(
  version: string,
  { zoom, column, row }: { zoom: number; column: number; row: number },
): string {
  return `/map-tiles/${version}/${zoom}/${column}/${row}.svg`;
}

/** Position and size of a tile's image for a tile at x, y, in pixels. */
export function tilePicture({ x, y }: { x: number; y: number }) {
  const side = TILE_SIZE + 2 * TILE_BLEED;
  return { x: x - TILE_BLEED, y: y - TILE_BLEED, width: side, height: side };
}
