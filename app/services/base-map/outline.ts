import type { MapBox } from "~/lib/geo";

/** A line, or a ring whose last point joins the first: x, y, x, y … */
export type Outline = number[];

/** Position of an outline relative to `box`, judged by its bounding box. */
function reach(outline: Outline, box: MapBox): "inside" | "outside" | "across" {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < outline.length; i += 2) {
    const x = outline[i]!;
    const y = outline[i + 1]!;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  if (east < box.west || west > box.east || south < box.north || north > box.south) return "outside";
  return west >= box.west && east <= box.east && north >= box.north && south <= box.south ? "inside" : "across";
}

/**
 * Clips areas to `box`. A clipped area runs along the box's edge, even where its parts touch only there: fill it by the
 * even-odd rule and keep that edge out of sight.
 */
export function cutAreas(areas: Outline[], box: MapBox): Outline[] {
  return areas.flatMap((area) => {
    const where = reach(area, box);
    if (where === "inside") return [area];
    if (where === "outside") return [];
    const upright = cutBySide(cutBySide(area, 0, box.west, 1), 0, box.east, -1);
    const cut = cutBySide(cutBySide(upright, 1, box.north, 1), 1, box.south, -1);
    return cut.length < 6 ? [] : [cut];
  });
}

/** Sutherland-Hodgman: keeps the side of the line `axis = at` where `sign * (value - at)` is not negative. */
function cutBySide(area: Outline, axis: 0 | 1, at: number, sign: 1 | -1): Outline {
  const result: Outline = [];
  const count = area.length;
  for (let i = 0; i < count; i += 2) {
    const before = i === 0 ? count - 2 : i - 2;
    const here = sign * (area[i + axis]! - at);
    const there = sign * (area[before + axis]! - at);
    if (here >= 0 !== there >= 0) pushCrossing(result, area, before, i, there / (there - here));
    if (here >= 0) result.push(area[i]!, area[i + 1]!);
  }
  return result;
}

function pushCrossing(to: Outline, from: Outline, a: number, b: number, share: number): void {
  to.push(from[a]! + (from[b]! - from[a]!) * share, from[a + 1]! + (from[b + 1]! - from[a + 1]!) * share);
}

/** Clips lines to `box`: a line that leaves it and comes back becomes several. */
export function cutLines(lines: Outline[], box: MapBox): Outline[] {
  return lines.flatMap((line) => {
    const where = reach(line, box);
    if (where === "inside") return [line];
    return where === "outside" ? [] : cutLine(line, box);
  });
}

function cutLine(line: Outline, box: MapBox): Outline[] {
  const parts: Outline[] = [];
  let part: Outline = [];
  for (let i = 0; i + 3 < line.length; i += 2) {
    const share = clipSegment(line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!, box);
    if (!share) continue;
    if (share[0] > 0 || part.length === 0) {
      if (part.length > 0) parts.push(part);
      part = [];
      pushCrossing(part, line, i, i + 2, share[0]);
    }
    pushCrossing(part, line, i, i + 2, share[1]);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** Liang-Barsky: the start and end of the part of a segment inside the box, as fractions of its length. */
function clipSegment(x1: number, y1: number, x2: number, y2: number, box: MapBox): [number, number] | undefined {
  let from = 0;
  let to = 1;
  const sides = [
    [x1 - x2, x1 - box.west],
    [x2 - x1, box.east - x1],
    [y1 - y2, y1 - box.north],
    [y2 - y1, box.south - y1],
  ] as const;
  for (const [pace, room] of sides) {
    if (pace === 0 && room < 0) return undefined;
    if (pace < 0) from = Math.max(from, room / pace);
    if (pace > 0) to = Math.min(to, room / pace);
  }
  return from < to ? [from, to] : undefined;
}

/**
 * SVG path data in integers: each outline's start, then relative steps.
 * @param closed true for areas, false for lines
 */
export function toPath(outlines: Outline[], closed: boolean): string {
  return outlines
    .map((outline) => {
      const steps: string[] = [];
      let [x, y] = [Math.round(outline[0]!), Math.round(outline[1]!)];
      const start = `M${x}${signed(y)}`;
      for (let i = 2; i < outline.length; i += 2) {
        const dx = Math.round(outline[i]!) - x;
        const dy = Math.round(outline[i + 1]!) - y;
        if (dx === 0 && dy === 0) continue;
        steps.push(`${steps.length > 0 ? signed(dx) : dx}${signed(dy)}`);
        x += dx;
        y += dy;
      }
      return steps.length > 0 ? `${start}l${steps.join("")}${closed ? "z" : ""}` : "";
    })
    .join("");
}

/** A minus sign separates two numbers as well as a space. */
const signed = (value: number) => (value < 0 ? String(value) : ` ${value}`);

/** Parses what `toPath` wrote. */
export function fromPath(path: string): Outline[] {
  return path
    .split("M")
    .slice(1)
    .map((text) => {
      const numbers = (text.match(/-?\d+/g) ?? []).map(Number);
      for (let i = 2; i < numbers.length; i++) numbers[i]! += numbers[i - 2]!;
      return numbers;
    });
}
