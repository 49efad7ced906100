/** A point in cm; `corner` breaks the curve, elsewhere it runs smoothly through. */
interface Knot {
  x: number;
  y: number;
  corner: boolean;
}

export type Point = readonly [x: number, y: number];

/** Reads "2,30 0,44 16,82!": points in cm, "!" marks a corner. */
export function readKnots(text: string): Knot[] {
  return text.split(" ").map((word) => {
    const [x, y] = word.replace("!", "").split(",").map(Number) as [number, number];
    return { x, y, corner: word.endsWith("!") };
  });
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The control points between two knots; handles follow the neighbours and never overshoot. */
function handles(knots: readonly Knot[], at: number): [Point, Point, Point, Point] {
  const [from, to] = [knots[at]!, knots[at + 1]!];
  const reach = Math.hypot(to.x - from.x, to.y - from.y) / 3;
  const tangent = (index: number): Point => {
    const knot = knots[index]!;
    const [before, after] = [knots[index - 1], knots[index + 1]];
    const [a, b] = knot.corner || !before || !after ? [from, to] : [before, after];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return [((b.x - a.x) / length) * reach, ((b.y - a.y) / length) * reach];
  };
  const [out, into] = [tangent(at), tangent(at + 1)];
  return [
    [from.x, from.y],
    [from.x + out[0], from.y + out[1]],
    [to.x - into[0], to.y - into[1]],
    [to.x, to.y],
  ];
}

/** The smooth curve through the knots as path data. */
export function curvePath(knots: readonly Knot[]): string {
  const start = knots[0]!;
  const pieces = knots.slice(0, -1).map((_, at) => {
    const [, b, c, d] = handles(knots, at);
    return `C${[...b, ...c, ...d].map(round).join(" ")}`;
  });
  return `M${start.x} ${start.y}${pieces.join("")}`;
}

/** Points along the curve, eight to a piece. */
export function curvePoints(knots: readonly Knot[]): Point[] {
  const points: Point[] = [[knots[0]!.x, knots[0]!.y]];
  for (let at = 0; at < knots.length - 1; at++) {
    const [a, b, c, d] = handles(knots, at);
    for (let step = 1; step <= 8; step++) {
      const [t, u] = [step / 8, 1 - step / 8];
      const mix = (i: 0 | 1) => u ** 3 * a[i] + 3 * u * u * t * b[i] + 3 * u * t * t * c[i] + t ** 3 * d[i];
      points.push([mix(0), mix(1)]);
    }
  }
  return points;
}

/** The points moved to the right of their direction by `by` cm: inwards for a roof line drawn from the nose. */
export function inset(points: readonly Point[], by: number): Point[] {
  return points.map(([x, y], at) => {
    const [before, after] = [points[Math.max(0, at - 1)]!, points[Math.min(points.length - 1, at + 1)]!];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    return [x + (dy / length) * by, y - (dx / length) * by];
  });
}

/** The part of a polygon to the left of the line from `a` to `b`. */
export function clipLeft(polygon: readonly Point[], a: Point, b: Point): Point[] {
  const side = ([x, y]: Point) => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
  return polygon.flatMap((point, at) => {
    const next = polygon[(at + 1) % polygon.length]!;
    const [here, there] = [side(point), side(next)];
    const kept: Point[] = here >= 0 ? [point] : [];
    if (here >= 0 !== there >= 0) {
      const t = here / (here - there);
      kept.push([point[0] + (next[0] - point[0]) * t, point[1] + (next[1] - point[1]) * t]);
    }
    return kept;
  });
}

/** A polygon as path data; empty for none. */
export function polygonPath(polygon: readonly Point[]): string {
  if (polygon.length < 3) return "";
  return `M${polygon.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
}
