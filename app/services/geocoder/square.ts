import type { Point } from "~/lib/geo";

/** Squares per row. */
export const SQUARES_ACROSS = 360;

/** Number of the square degree of a point: rows from the south pole, eastwards from -180. */
export function squareOf({ lat, lng }: Point): number {
  const row = Math.min(Math.floor(lat) + 90, 179);
  return row * SQUARES_ACROSS + ((Math.floor(lng) + 540) % SQUARES_ACROSS);
}
