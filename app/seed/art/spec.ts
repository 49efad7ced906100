import type { Paint } from "./palette";
import type { Rim } from "./wheels";

/**
 * Drawings are in centimetres: x runs from the nose (0, at the left) to the tail, y is the height
 * above the floor. The scene turns that upside down and scales it to pixels.
 */
export interface Wheel {
  x: number;
  /** Radius of the tyre. */
  r: number;
  /** Gap between tyre and arch; no arch is cut when absent. */
  arch?: number;
  rim?: Rim;
  whitewall?: boolean;
}

export interface Figure {
  length: number;
  height: number;
  wheels: readonly Wheel[];
  /** The whole drawing but for floor and shadow. */
  draw(paint: Paint): string;
  /** Closed outline that is mirrored in the floor; empty where nothing but the wheels would show. */
  outline: string;
  /** What the picture shows, for the alternative text: "classic roadster". */
  label: string;
  /** Points of interest for close-ups: centres in cm. */
  front: readonly [number, number];
  rear: readonly [number, number];
}

export interface CarSpec extends Omit<Figure, "draw"> {
  /** The painted silhouette, wheel arches not cut. */
  outline: string;
  glass?: readonly string[];
  /** Height of the lower edge, of the shoulder where light breaks, in cm. */
  sill: number;
  belt: number;
  rim: Rim;
  /** Things behind the body: far wings, seats, screens. */
  behind?(paint: Paint): string;
  /** Painted second colour and cladding, lit like the body. */
  second?: string;
  secondColor?(paint: Paint): string;
  /** What is seen through the glass. */
  inside?(paint: Paint): string;
  /** Lamps, trim, lines. */
  over(paint: Paint): string;
  /** Drawn after the wheels: wings over wheels. */
  last?(paint: Paint): string;
}
