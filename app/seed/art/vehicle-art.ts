import { cockpit, handlebar } from "./dashboard";
import { BODY_TYPES, type BodyType, FIGURES, isRidden } from "./figures";
import { BACKDROPS, type Backdrop, PAINTS, type Paint } from "./palette";
import { document, scaleOf, stage, toScene, WIDTH } from "./scene";
import type { Figure } from "./spec";

export { BACKDROPS, BODY_TYPES, type BodyType, PAINTS };

export const VIEWS = ["profile", "front", "cockpit", "rear", "wheel", "mirrored"] as const;
export type View = (typeof VIEWS)[number];

/** One illustration: an SVG document of 1600 x 1067 px, what it shows, and a text alternative. */
export interface VehicleArt {
  svg: string;
  body: BodyType;
  paint: Paint;
  view: View;
  backdrop: Backdrop;
  /** It looks to the right. */
  flipped: boolean;
  alt: string;
}

interface VehicleArtOptions {
  body: BodyType;
  paint: Paint;
  backdrop: Backdrop;
  view: View;
  /** It looks to the right where this is said, else to the left. */
  flipped?: boolean;
  /** How close the camera stands for whole views: 0, 1 or 2. */
  close?: number;
}

/** Whole views, from far to near: left, top and width in scene pixels. Tall figures get the first. */
const WHOLE: readonly [number, number, number][] = [
  [0, 0, WIDTH],
  [60, 80, 1480],
  [110, 150, 1380],
];

/** The visible part of the scene: left, top, width, around a point that sits `ahead` of the middle. */
function crop(
  figure: Figure,
  point: readonly [number, number],
  width: number,
  mirrored: boolean,
): [number, number, number] {
  const [x, y] = toScene(figure, point, mirrored);
  const height = (width * 2) / 3;
  const left = Math.min(Math.max(0, x - width / 2), WIDTH - width);
  return [left, Math.min(Math.max(0, y - height * 0.52), 1067 - height), width];
}

const withArticle = (what: string) => `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;

const PHRASES: Record<View, (what: string) => string> = {
  profile: (what) => `${what}, seen from the side`,
  mirrored: (what) => `The other side of ${what}`,
  front: (what) => `The front of ${what}, close up`,
  rear: (what) => `The tail of ${what}, close up`,
  wheel: (what) => `A wheel of ${what}`,
  cockpit: (what) => `The instruments of ${what}`,
};

/** Draws one vehicle in one paint, studio and view. */
export function drawVehicle({
  body,
  paint,
  backdrop,
  view,
  flipped = false,
  close = 0,
}: VehicleArtOptions): VehicleArt {
  const figure: Figure = FIGURES[body];
  const phrase = PHRASES[view](withArticle(`${paint.name} ${figure.label}`));
  const alt = phrase.charAt(0).toUpperCase() + phrase.slice(1);
  if (view === "cockpit") {
    const content = isRidden(body) ? handlebar(paint, backdrop) : cockpit(paint, backdrop, BODY_TYPES.indexOf(body));
    return { svg: document(content), body, paint, view, backdrop, flipped, alt };
  }
  const mirrored = (view === "mirrored" || view === "rear") !== flipped;
  const scene = stage(figure, paint, backdrop, mirrored);
  const reach = Math.min(figure.length * 0.46, 190) * scaleOf(figure);
  const wheel = figure.wheels[0];
  const whole = WHOLE[figure.height * scaleOf(figure) < 430 ? (close % 2) + 1 : 0];
  const views: Record<Exclude<View, "cockpit">, [number, number, number] | undefined> = {
    profile: whole,
    mirrored: whole,
    front: crop(figure, figure.front, reach * 1.25, mirrored),
    rear: crop(figure, figure.rear, reach * 1.35, mirrored),
    wheel: wheel && crop(figure, [wheel.x + wheel.r * 0.7, wheel.r * 1.2], wheel.r * 4.4 * scaleOf(figure), mirrored),
  };
  return { svg: document(scene, views[view]), body, paint, view, backdrop, flipped, alt };
}

const distance = (a: string, b: string) => {
  const at = (color: string, i: number) => Number.parseInt(color.slice(i, i + 2), 16);
  return Math.hypot(...[1, 3, 5].map((i) => at(a, i) - at(b, i)));
};

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** The first studio from `start` on against which the paint stands out. */
export function studioFor(paint: Paint, start: number): Backdrop {
  const turns = BACKDROPS.map((_, i) => pick<Backdrop>(BACKDROPS, start + i));
  const stands = (b: Backdrop) => distance(paint.base, b.wall) > 95 && distance(paint.base, b.shape) > 95;
  return turns.find(stands) ?? pick<Backdrop>(BACKDROPS, start);
}

interface Scheme {
  paint: Paint;
  backdrop: Backdrop;
  flipped: boolean;
  close: number;
}

/** Paint, studio and direction number `index` of a body; every body meets every paint in as many steps. */
function schemeOf(body: BodyType, index: number): Scheme {
  const at = BODY_TYPES.indexOf(body);
  const paint = pick<Paint>(PAINTS, index + at * 5 + Math.floor(at / PAINTS.length));
  return {
    paint,
    backdrop: studioFor(paint, at * 7 + index * 5 + Math.floor(index / PAINTS.length) + Math.floor(at / 18)),
    flipped: (at * 5 + index * 3) % 7 < 3,
    close: at + index,
  };
}

/** Art number `index` (0, 1, 2 ...) that fits a body type. */
export function vehicleArtFor(body: BodyType, index: number): VehicleArt {
  return drawVehicle({ body, ...schemeOf(body, index), view: "profile" });
}

/** Art number `index` (0, 1, 2 ...): walks through bodies, paints and studios in a varied order. */
export function vehicleArt(index: number): VehicleArt {
  return vehicleArtFor(pick(BODY_TYPES, index), Math.floor(index / BODY_TYPES.length));
}

/**
 * Photos of one and the same vehicle: the first is the profile of `vehicleArtFor(body, index)`, the next are
 * details and other sides in the same paint. Vehicles in one paint share the picture of their instruments.
 * @param count 1 to 6
 */
export function vehicleGallery(body: BodyType, index: number, count: number): VehicleArt[] {
  const scheme = schemeOf(body, index);
  const { paint, backdrop } = scheme;
  const start = BACKDROPS.findIndex((b) => b.name === backdrop.name);
  const room = PAINTS.findIndex(({ name }) => name === paint.name);
  const backdropOf = (view: View, at: number) => {
    if (view === "cockpit") return studioFor(paint, room);
    return at === 0 || view === "front" ? backdrop : studioFor(paint, start + at * 3);
  };
  return VIEWS.slice(0, count).map((view, at) =>
    drawVehicle({ ...scheme, body, view, backdrop: backdropOf(view, at) }),
  );
}
