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

/** Where the outline is: the foremost and rearmost x at a height, the top at an x. */
export interface Outline {
  nose(y: number): number;
  tail(y: number): number;
  top(x: number): number;
}

/** The windows of a closed car: what the roof line leaves above the belt, cut by pillars. */
export interface Glazing {
  /** Lower edge of the glass in cm, at the nose and at the tail. */
  base: readonly [number, number];
  /** x of the rear edge at the base, and how far it leans back at 100 cm above. */
  to: number;
  lean?: number;
  /** Between roof line and glass. */
  inset?: number;
  /** x at the base of each pillar, and their width and lean. */
  pillars?: readonly number[];
  wide?: number;
  pillarLean?: number;
  /** A chrome frame around all windows. */
  framed?: boolean;
  /** Where the front edge starts, for windows that do not reach the windscreen. */
  from?: number;
}

/** A car by its measurements in cm, all x from the nose. */
export interface Profile {
  label: string;
  size: readonly [length: number, height: number];
  /** The outline over the roof, from the front lower edge to the rear one: see readKnots. */
  top: string;
  /** Axles and tyre radius; a fourth number is the rear tyre's radius. */
  wheels: readonly [front: number, rear: number, radius: number, rearRadius?: number];
  /** Gap above the tyres, 4 unless it says otherwise. */
  arch?: number;
  /** The rear wheel is covered. */
  skirt?: boolean;
  sill: number;
  belt: number;
  rim: Rim;
  whitewall?: boolean;
  glass?: Glazing;
  /** Hinge, end of the front door, end of the rear door. */
  doors?: readonly number[];
  lamp?: readonly [kind: "round" | "square" | "wing" | "slim", y: number, size: number];
  tail?: readonly [kind: "block" | "round" | "tall" | "amber", y: number, size: number];
  bumpers?: readonly [kind: "chrome" | "black" | "body", front: number, rear: number];
  /** Height of a chrome strip along the side. */
  strip?: number;
  /** Height and strength of a pressed line; the belt where nothing is said. */
  crease?: number;
  /** Arches with lips: "round" flares or black cladding. */
  flares?: "body" | "black";
  /** x of the first seat and of more behind it. */
  seats?: readonly number[];
  /** Two-tone: below this height ("low"), above it ("roof"), or any area. */
  tone?: readonly ["low" | "roof", number] | string;
  toneColor?(paint: Paint): string;
  mirrorAt?: number;
  behind?(paint: Paint, outline: Outline): string;
  over?(paint: Paint, outline: Outline): string;
  last?(paint: Paint, outline: Outline): string;
}
