import { geoDistance, geoMercatorRaw } from "d3-geo";

/** Degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** Of the flat map (Web Mercator), in whole units from its north-west corner. */
export interface MapPoint {
  x: number;
  y: number;
}

export interface MapBox {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** Width of the flat map; a unit is 0.6 km at the equator, the stored precision. */
export const MAP_UNITS = 65_536;

/** Edge of the square map, degrees. */
const MAX_LAT = 85.05;
const EARTH_RADIUS_KM = 6371.0088;
const DEGREE = Math.PI / 180;

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** To hundredths of a degree, about a kilometre (places README, Near). */
export function coarse({ lat, lng }: Point): Point {
  // Turns -0 into 0.
  return { lat: Math.round(lat * 100) / 100 + 0, lng: Math.round(lng * 100) / 100 + 0 };
}

/** Points beyond the edge are clamped. */
export function toMap({ lat, lng }: Point): MapPoint {
  const [, y] = geoMercatorRaw(0, clamp(lat, -MAX_LAT, MAX_LAT) * DEGREE);
  const across = (share: number) => clamp(Math.floor(share * MAP_UNITS), 0, MAP_UNITS - 1);
  return { x: across((lng + 180) / 360), y: across((1 - y / Math.PI) / 2) };
}

/** Coordinates need not be integers. */
export function fromMap({ x, y }: MapPoint): Point {
  const [, phi] = geoMercatorRaw.invert?.(0, Math.PI * (1 - (2 * y) / MAP_UNITS)) ?? [0, 0];
  return { lat: phi / DEGREE, lng: (x / MAP_UNITS) * 360 - 180 };
}

export function distanceKm(a: Point, b: Point): number {
  return geoDistance([a.lng, a.lat], [b.lng, b.lat]) * EARTH_RADIUS_KM;
}

/** `km` in each direction; two boxes if they cross the date line. */
export function boxesAround(center: Point, km: number): MapBox[] {
  const reach = km / EARTH_RADIUS_KM / DEGREE;
  const north = center.lat + reach;
  const south = center.lat - reach;
  // Meridians converge at the poles; a circle around a pole contains all.
  const widest = Math.sin(reach * DEGREE) / Math.max(Math.cos(center.lat * DEGREE), 1e-9);
  const across = north >= 90 || south <= -90 || reach >= 90 || widest >= 1 ? 180 : Math.asin(widest) / DEGREE;
  const top = toMap({ lat: north, lng: 0 }).y;
  const bottom = toMap({ lat: south, lng: 0 }).y;
  return boxesBetween(center.lng - across, center.lng + across).map((sides) => ({
    ...sides,
    north: top,
    south: bottom,
  }));
}

/** @param west, east degrees, from -540 to 540 */
function boxesBetween(west: number, east: number): Pick<MapBox, "west" | "east">[] {
  const at = (lng: number) => toMap({ lat: 0, lng }).x;
  if (east - west >= 360) return [{ west: 0, east: MAP_UNITS - 1 }];
  return [360, 0, -360].flatMap((offset) => {
    const [from, to] = [Math.max(west + offset, -180), Math.min(east + offset, 180)];
    return from < to ? [{ west: at(from), east: at(to) }] : [];
  });
}

/** Per row. */
const SQUARES_ACROSS = 360;

/** Square degree: rows from the south pole, eastwards from -180. */
export function toSquare({ lat, lng }: Point): number {
  const row = Math.min(Math.floor(lat) + 90, 179);
  return row * SQUARES_ACROSS + ((Math.floor(lng) + 540) % SQUARES_ACROSS);
}
