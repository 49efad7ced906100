/** At zoom z the flat map is 256 * 2^z pixels wide. */
export const MIN_ZOOM = 1;
export const MAX_ZOOM = 10;

export const TILE_SIZE = 512;

/** Beyond the tile, pixels, so that scaled maps have no seams. */
export const TILE_BLEED = 4;

export const tilesAcross = (zoom: number) => 2 ** (zoom - 1);

/** Immutable: another rendering has another version. */
export function tilePath(
  version: string,
  { zoom, column, row }: { zoom: number; column: number; row: number },
): string {
  return `/map-tiles/${version}/${zoom}/${column}/${row}.svg`;
}

export function tilePicture({ x, y }: { x: number; y: number }) {
  const side = TILE_SIZE + 2 * TILE_BLEED;
  return { x: x - TILE_BLEED, y: y - TILE_BLEED, width: side, height: side };
}
