import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { geoMercatorRaw } from "d3-geo";
import { feature, mesh, transform } from "topojson-client";
import { presimplify, simplify } from "topojson-simplify";
import type { GeometryCollection, Topology } from "topojson-specification";

/** A line, or a closed ring (the last point joins the first): x, y, x, y … */
export type Outline = number[];

/** Of one zoom, in parts of the flat map (0 to 1 from its north-west corner). */
export interface Outlines {
  land: Outline[];
  borders: Outline[];
}

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

/** The map's edge is above; the south pole would be infinitely far. */
const BELOW = 1.01;
/** Minimum triangle of a corner, square pixels: more for outlines far finer than the zoom. */
const DETAIL: Record<number, number> = { 3: 1.7, 4: 0.5, 5: 0.9, 6: 0.6 };
const USUAL_DETAIL = 0.4;
/** Square pixels; smaller islands would be specks. */
const SPECK = 0.12;

/** For joining halves at the date line, parts of the map. */
const NEAR_ENOUGH = 0.00004;

/** World-atlas, by zoom. */
export function readOutlines(resolution: "110m" | "50m" | "10m"): (zoom: number) => Outlines {
  const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${resolution}.json`);
  const world = presimplify(flatten(JSON.parse(readFileSync(file, "utf8"))));
  for (const arc of world.arcs) keepIsland(arc as unknown as Weighted[]);
  return (zoom) => {
    const pixel = 1 / (256 * 2 ** zoom);
    const simpleOutline = simplify(world, (DETAIL[zoom] ?? USUAL_DETAIL) * pixel * pixel) as World;
    const land = feature(simpleOutline, simpleOutline.objects.land).features.flatMap(({ geometry }) =>
      geometry.type === "Polygon"
        ? geometry.coordinates
        : geometry.type === "MultiPolygon"
          ? geometry.coordinates.flat()
          : [],
    );
    const borders = mesh(simpleOutline, simpleOutline.objects.countries, (a, b) => a !== b).coordinates;
    return {
      land: joinOverDateLine(land.map(area).filter((edge) => size(edge) > SPECK * pixel * pixel)).flatMap(onMap),
      borders: borders.map(unroll).flatMap(onMap),
    };
  };
}

/** On the flat map: borders shared between countries stay shared. */
function flatten(world: World): World {
  const place = world.transform ? transform(world.transform) : (point: number[]) => point;
  const arcs = world.arcs.map((arc) =>
    arc.map((point, index) => {
      const [lng = 0, lat = 0] = place(point, index > 0);
      const [, y] = geoMercatorRaw(0, (Math.max(-85.5, Math.min(lat, 85.5)) * Math.PI) / 180);
      return [(lng + 180) / 360, (1 - y / Math.PI) / 2];
    }),
  );
  // An arc across the date line continues beyond the map, so that its corners have their true size.
  for (const arc of arcs) {
    for (let i = 1; i < arc.length; i++) arc[i]![0]! -= Math.round(arc[i]![0]! - arc[i - 1]![0]!);
  }
  return { type: "Topology", objects: world.objects, arcs };
}

/** x, y, area of the corner's triangle. */
type Weighted = [number, number, number];

/** An island smaller than a pixel keeps its most significant triangle. */
function keepIsland(arc: Weighted[]): void {
  const [first, last] = [arc[0]!, arc.at(-1)!];
  if (arc.length < 4 || first[0] !== last[0] || first[1] !== last[1]) return;
  const corners = arc.slice(1, -1).sort((a, b) => b[2] - a[2]);
  for (const corner of corners.slice(0, 2)) corner[2] = Number.POSITIVE_INFINITY;
}

/** Without jumps from one end of the map to the other. */
function unroll(points: number[][]): Outline {
  const line: Outline = [];
  let before: number | undefined;
  for (const [x = 0, y = 0] of points) {
    before = before === undefined ? x : x - Math.round(x - before);
    line.push(before, y);
  }
  return line;
}

/**
 * The edge of land around the pole ends a world away from its start: it is extended to both sides of the map, and
 * closed below.
 */
function area(points: number[][]): Outline {
  const edge = unroll(points);
  const around = Math.round(edge.at(-2)! - edge[0]!);
  if (around === 0) return shiftOutline(edge, -Math.floor((westOf(edge) + eastOf(edge)) / 2));
  const whole = [-around, 0, around].flatMap((worlds) => shiftOutline(edge, worlds));
  return [...whole, whole.at(-2)!, BELOW, whole[0]!, BELOW];
}

/** Land cut in two would have a coast there. */
function joinOverDateLine(edges: Outline[]): Outline[] {
  const east = edges.map((edge) => ({ edge, cut: cutAt(edge, 1) })).filter(({ cut }) => cut >= 0);
  const west = edges.map((edge) => ({ edge, cut: cutAt(edge, 0) })).filter(({ cut }) => cut >= 0);
  const joinedEdges = new Map<Outline, Outline | undefined>();
  for (const { edge, cut } of east) {
    const westHalf = west.find((half) => Math.abs(half.edge[half.cut + 3]! - edge[cut + 1]!) < NEAR_ENOUGH);
    if (!westHalf) continue;
    // A ring's repeated first point is harmless.
    const rest = [...westHalf.edge.slice(westHalf.cut + 2), ...westHalf.edge.slice(0, westHalf.cut + 2)];
    joinedEdges.set(edge, [...edge.slice(0, cut + 2), ...shiftOutline(rest, 1), ...edge.slice(cut + 2)]);
    joinedEdges.set(westHalf.edge, undefined);
  }
  return edges.flatMap((edge) => {
    const whole = joinedEdges.has(edge) ? joinedEdges.get(edge) : edge;
    return whole ? [whole] : [];
  });
}

/** Index of the first step along a meridian, or -1. */
function cutAt(edge: Outline, meridian: number): number {
  const isOnMeridian = (i: number) => Math.abs(edge[i]! - meridian) < 1e-6;
  for (let i = 0; i + 3 < edge.length; i += 2) {
    if (isOnMeridian(i) && isOnMeridian(i + 2) && Math.abs(edge[i + 3]! - edge[i + 1]!) > NEAR_ENOUGH) return i;
  }
  return -1;
}

const westOf = (outline: Outline) => outline.reduce((least, x, i) => (i % 2 === 0 && x < least ? x : least), Infinity);
const eastOf = (outline: Outline) => outline.reduce((most, x, i) => (i % 2 === 0 && x > most ? x : most), -Infinity);

const shiftOutline = (outline: Outline, worlds: number) =>
  outline.map((value, i) => (i % 2 === 0 ? value + worlds : value));

/** In parts of the map. */
function size(edge: Outline): number {
  let sum = 0;
  for (let i = 0, before = edge.length - 2; i < edge.length; before = i, i += 2) {
    sum += edge[before]! * edge[i + 1]! - edge[i]! * edge[before + 1]!;
  }
  return Math.abs(sum) / 2;
}

/** Also on the map's other side, if it crosses or nears the date line. */
function onMap(outline: Outline): Outline[] {
  const near = 0.02;
  const [west, east] = [westOf(outline), eastOf(outline)];
  // It already extends to both sides.
  if (east - west > 2) return [outline];
  return [-1, 0, 1].flatMap((worlds) => {
    const shows = east + worlds > -near && west + worlds < 1 + near;
    return shows ? [worlds === 0 ? outline : shiftOutline(outline, worlds)] : [];
  });
}
