/** The last zoom with tiles of its own: the outlines hold nothing finer. Deeper ones show parts of these. */
export const DEEPEST_ZOOM = 8;

/** How far what is drawn goes beyond a tile's edge, pixels: the strokes along the edge stay out of sight. */
export const MARGIN = 8;

/** How finely a tile is drawn, units in a pixel. One of the deepest zoom is looked at from nearer too. */
export function unitsPerPixel(zoom: number): number {
  return zoom < DEEPEST_ZOOM ? 2 : 4 / 2 ** (zoom - DEEPEST_ZOOM);
}
