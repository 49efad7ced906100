import { car } from "./car";
import { clipLeft, curvePath, curvePoints, inset, type Point, polygonPath, readKnots } from "./curve";
import { bumper, doorSeams, frontLamp, lipped, tailLamp } from "./fittings";
import type { Paint } from "./palette";
import { crease, mirror, seat, steering, strip } from "./parts";
import type { CarSpec, Figure, Glazing, Outline, Profile } from "./spec";

function measure(points: readonly Point[]): Outline {
  const crossings = (value: number, axis: 0 | 1) =>
    points.slice(1).flatMap((point, at) => {
      const before = points[at]!;
      const [a, b] = [before[axis], point[axis]];
      if (a === b || (a - value) * (b - value) > 0) return [];
      const t = (value - a) / (b - a);
      const other = axis === 0 ? 1 : 0;
      return [before[other] + (point[other] - before[other]) * t];
    });
  return {
    nose: (y) => Math.min(...crossings(y, 1)),
    tail: (y) => Math.max(...crossings(y, 1)),
    top: (x) => Math.max(...crossings(x, 0)),
  };
}

/** All glass as one polygon, and the single windows. */
function windows(points: readonly Point[], glass: Glazing, length: number): { all: Point[]; panes: Point[][] } {
  const { base, to, lean = 0, pillars = [], wide = 5, pillarLean = 0 } = glass;
  const at = (x: number) => base[0] + ((base[1] - base[0]) * x) / length;
  let all = clipLeft(inset(points, glass.inset ?? 5), [0, base[0]], [length, base[1]]);
  all = clipLeft(all, [to, at(to)], [to + lean, at(to) + 100]);
  if (glass.from !== undefined) all = clipLeft(all, [glass.from, 200], [glass.from, 0]);
  const cuts = [undefined, ...pillars, undefined];
  const panes = cuts.slice(1).map((right, index) => {
    const left = cuts[index];
    let pane = all;
    if (left !== undefined)
      pane = clipLeft(pane, [left + wide / 2 + pillarLean, at(left) + 100], [left + wide / 2, at(left)]);
    if (right !== undefined)
      pane = clipLeft(pane, [right - wide / 2, at(right)], [right - wide / 2 + pillarLean, at(right) + 100]);
    return pane;
  });
  return { all, panes };
}

function toneArea({ tone, size: [length] }: Profile): string | undefined {
  if (tone === undefined || typeof tone === "string") return tone;
  const [where, y] = tone;
  return where === "low" ? `M-20 0H${length + 20}V${y}H-20Z` : `M-20 ${y}H${length + 20}V300H-20Z`;
}

/** Seats and a steering wheel behind the glass. */
function cabin(profile: Profile): ((paint: Paint) => string) | undefined {
  const { seats, glass, size } = profile;
  if (!seats?.length || !glass) return undefined;
  const low = glass.base[0] - 6;
  const tall = Math.min(46, size[1] - low - 10);
  return (paint) =>
    `${seats.map((x) => seat(x, low, paint.leather, tall)).join("")}${steering(seats[0]! - 8, low + 9, Math.min(12, tall * 0.28))}`;
}

/** Turns measurements into a figure that draws itself in any paint. */
export function profile(spec: Profile): Figure {
  const { size, wheels, sill, glass } = spec;
  const knots = readKnots(spec.top);
  const points = curvePoints(knots);
  const outline = measure(points);
  const [first, last] = [knots[0]!, knots.at(-1)!];
  const path = `${curvePath(knots)}L${last.x - 14} ${sill - 1}L${first.x + 22} ${sill - 1}Z`;
  const { all, panes } = glass ? windows(points, glass, size[0]) : { all: [], panes: [] };
  const [frontAxle, rearAxle, radius, rearRadius = radius] = wheels;
  const arch = spec.arch ?? 4;
  const details: CarSpec = {
    label: spec.label,
    length: size[0],
    height: size[1],
    sill,
    belt: spec.belt,
    rim: spec.rim,
    front: [frontAxle * 0.8, spec.belt * 0.72],
    rear: [rearAxle + (size[0] - rearAxle) * 0.25, spec.belt * 0.76],
    wheels: [
      { x: frontAxle, r: radius, arch, whitewall: spec.whitewall },
      { x: rearAxle, r: rearRadius, arch: spec.skirt ? undefined : arch, whitewall: spec.whitewall },
    ],
    outline: path,
    glass: panes.map(polygonPath).filter(Boolean),
    second: toneArea(spec),
    secondColor: spec.toneColor,
    inside: cabin(spec),
    behind: (paint) => spec.behind?.(paint, outline) ?? "",
    over: (paint) => fittings(spec, paint, outline, all),
    last: (paint) => `${spec.skirt ? skirt(spec) : ""}${spec.last?.(paint, outline) ?? ""}`,
  };
  return car(details);
}

/** The panel that covers the rear wheel but for its foot. */
function skirt({ wheels: [, x, r], sill }: Profile): string {
  const [reach, top] = [r + 7, r * 2 + 4];
  return `<path d="M${x - reach} ${sill - 1}L${x - reach} ${sill + 14}C${x - reach + 4} ${top + 2} ${x + reach - 4} ${top + 2} ${x + reach} ${sill + 14}L${x + reach} ${sill - 1}Z" fill="url(#paint)"/>
    <path d="M${x - reach} ${sill}L${x - reach} ${sill + 14}C${x - reach + 4} ${top + 2} ${x + reach - 4} ${top + 2} ${x + reach} ${sill + 14}L${x + reach} ${sill}" fill="none" stroke="#07080b" stroke-opacity=".5" stroke-width=".8"/>`;
}

function fittings(spec: Profile, paint: Paint, outline: Outline, all: readonly Point[]): string {
  const { glass, wheels, belt, sill, size } = spec;
  const parts = [
    glass?.framed ? strip(polygonPath(all), 1.6) : "",
    crease(
      `M${outline.nose(belt - 3) + 6} ${belt - 3}C${size[0] * 0.3} ${belt} ${size[0] * 0.7} ${belt} ${outline.tail(belt - 5) - 5} ${belt - 5}`,
      1.5,
    ),
    spec.crease
      ? crease(`M${outline.nose(spec.crease) + 6} ${spec.crease}L${outline.tail(spec.crease) - 6} ${spec.crease}`, 1.6)
      : "",
    spec.strip
      ? strip(`M${outline.nose(spec.strip) + 5} ${spec.strip}L${outline.tail(spec.strip) - 5} ${spec.strip}`, 2)
      : "",
    spec.doors ? doorSeams(spec.doors, spec, outline) : "",
    spec.lamp ? frontLamp(spec.lamp, outline) : "",
    spec.tail ? tailLamp(spec.tail, outline) : "",
    spec.flares ? lipped(wheels, spec.arch ?? 4, spec.flares, sill) : "",
    spec.bumpers ? bumper(spec.bumpers[0], outline.nose(spec.bumpers[1]), spec.bumpers[1], 1) : "",
    spec.bumpers ? bumper(spec.bumpers[0], outline.tail(spec.bumpers[2]), spec.bumpers[2], -1) : "",
    spec.mirrorAt
      ? mirror(spec.mirrorAt, (glass?.base[0] ?? belt) + 2, spec.bumpers?.[0] === "chrome" ? "#d3d8db" : "#1b1d21")
      : "",
    spec.over?.(paint, outline) ?? "",
  ];
  return parts.join("");
}
