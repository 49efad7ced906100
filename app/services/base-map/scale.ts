/** The last zoom with stored tiles, as the data holds no finer detail; deeper zooms enlarge parts of these. */
export const DEEPEST_ZOOM = 8;

/** How far geometry extends beyond a tile's edge, pixels, so that strokes along the cut are out of sight. */
export const MARGIN = 8;

/** Resolution of a tile, units per pixel; finer at the deepest zoom, which is also enlarged. */
export function unitsPerPixel(zoom: number): number {
  return zoom < DEEPEST_ZOOM ? 2 : 4 / 2 ** (zoom - DEEPEST_ZOOM);
}
