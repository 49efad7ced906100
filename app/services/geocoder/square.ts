import type { Point } from "~/lib/geo";

/** Squares in a row around the earth. */
export const SQUARES_ACROSS = 360;

/** The square degree that a point lies in: rows from the south pole, eastwards from -180. */
export function squareOf({ lat, lng }: Point): number {
  const row = Math.min(Math.floor(lat) + 90, 179);
  return row * SQUARES_ACROSS + ((Math.floor(lng) + 540) % SQUARES_ACROSS);
}
