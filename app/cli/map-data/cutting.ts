import { geoClipRectangle } from "d3-geo";
import type { MapBox } from "~/lib/geo";
import { TILE_SIZE, tilesAcross } from "~/lib/map-tiles";
import { MARGIN, unitsPerPixel } from "~/services/base-map/drawing";
import type { Outline, Outlines } from "./outlines";

/** By its bounding box. */
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
 * A clipped area runs along the box's edge, even if its parts touch only there: fill it by the even-odd rule and keep
 * this edge out of sight.
 */
export function cutAreas(areas: Outline[], box: MapBox): Outline[] {
  return areas.flatMap((area) => {
    const range = reach(area, box);
    if (range === "inside") return [area];
    if (range === "outside") return [];
    const upright = cutBySide(cutBySide(area, 0, box.west, 1), 0, box.east, -1);
    const clipped = cutBySide(cutBySide(upright, 1, box.north, 1), 1, box.south, -1);
    return clipped.length < 6 ? [] : [clipped];
  });
}

/** Sutherland-Hodgman: keeps the side of the line `axis = at` on which `sign * (value - at)` is not negative. */
function cutBySide(area: Outline, axis: 0 | 1, at: number, sign: 1 | -1): Outline {
  const result: Outline = [];
  const count = area.length;
  for (let i = 0; i < count; i += 2) {
    const before = i === 0 ? count - 2 : i - 2;
    const distance = sign * (area[i + axis]! - at);
    const lastDistance = sign * (area[before + axis]! - at);
    if (distance >= 0 !== lastDistance >= 0) {
      const share = lastDistance / (lastDistance - distance);
      for (const coordinate of [0, 1])
        result.push(area[before + coordinate]! + (area[i + coordinate]! - area[before + coordinate]!) * share);
    }
    if (distance >= 0) result.push(area[i]!, area[i + 1]!);
  }
  return result;
}

/** A line that leaves and re-enters becomes several. */
export function cutLines(lines: Outline[], { west, north, east, south }: MapBox): Outline[] {
  const parts: Outline[] = [];
  const clip = geoClipRectangle(
    west,
    north,
    east,
    south,
  )({
    lineStart: () => void parts.push([]),
    point: (x, y) => void parts.at(-1)!.push(x, y),
    lineEnd() {},
    polygonStart() {},
    polygonEnd() {},
  });
  for (const line of lines) {
    clip.lineStart();
    for (let i = 0; i < line.length; i += 2) clip.point(line[i]!, line[i + 1]!);
    clip.lineEnd();
  }
  return parts;
}

/**
 * SVG path data in integers: a start, then relative steps.
 * @param isClosed true for areas
 */
export function toPath(outlines: Outline[], isClosed: boolean): string {
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
      return steps.length > 0 ? `${start}l${steps.join("")}${isClosed ? "z" : ""}` : "";
    })
    .join("");
}

/** A minus sign separates numbers too. */
const signed = (value: number) => (value < 0 ? String(value) : ` ${value}`);

interface Tile {
  x: number;
  y: number;
  /** In the zoom's units from the tile's corner; may be empty. */
  land: string;
  borders: string;
}

/** Recursively into quarters, without bare sea. */
export function cutTiles({ land, borders }: Outlines, zoom: number): Tile[] {
  const tiles: Tile[] = [];
  const corner = TILE_SIZE * unitsPerPixel(zoom);
  const margin = MARGIN * unitsPerPixel(zoom);
  const quarter = (from: Outlines, across: number, x: number, y: number): void => {
    const [westEdge, top, side] = [x * corner * across, y * corner * across, corner * across];
    const box = {
      west: westEdge - margin,
      east: westEdge + side + margin,
      north: top - margin,
      south: top + side + margin,
    };
    const inside = { land: cutAreas(from.land, box), borders: cutLines(from.borders, box) };
    if (inside.land.length === 0 && inside.borders.length === 0) return;
    if (across > 1) {
      for (const [dx, dy] of QUARTERS) quarter(inside, across / 2, 2 * x + dx, 2 * y + dy);
      return;
    }
    const local = (outline: Outline) => outline.map((value, i) => value - (i % 2 === 0 ? westEdge : top));
    const paths = { land: toPath(inside.land.map(local), true), borders: toPath(inside.borders.map(local), false) };
    if (paths.land !== "") tiles.push({ x, y, ...paths });
  };
  const whole = corner * tilesAcross(zoom);
  const scaled = (outlines: Outline[]) => outlines.map((outline) => outline.map((value) => value * whole));
  quarter({ land: scaled(land), borders: scaled(borders) }, tilesAcross(zoom), 0, 0);
  return tiles;
}

const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;
