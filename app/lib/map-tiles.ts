/** The zooms that there are. At zoom z the flat map is 256 * 2^z pixels wide. */
export const MIN_ZOOM = 1;
export const MAX_ZOOM = 10;

/** Pixels a side. */
export const TILE_SIZE = 512;

/** How much more than the tile its picture shows on each side, pixels: where the map is scaled, no seam shines through. */
export const TILE_BLEED = 4;

/** Tiles a side of the map. */
export const tilesAcross = (zoom: number) => 2 ** (zoom - 1);

/** The address of a tile's picture: it never changes, another drawing has another version. */
export function tilePath(
  version: string,
  { zoom, column, row }: { zoom: number; column: number; row: number },
): string {
  return `/map-tiles/${version}/${zoom}/${column}/${row}.svg`;
}

/** Where the picture of a tile goes whose corner lies at x, y, all in pixels. */
export function tilePicture({ x, y }: { x: number; y: number }) {
  const side = TILE_SIZE + 2 * TILE_BLEED;
  return { x: x - TILE_BLEED, y: y - TILE_BLEED, width: side, height: side };
}
