import { boxesAround, fromMap, MAP_UNITS, type MapBox, type MapPoint, type Point, toMap } from "~/lib/geo";
import { MAX_ZOOM, MIN_ZOOM } from "~/lib/map-tiles";

/** Of the map's own px; the page scales it. */
export const VIEWPORT = { width: 640, height: 640 } as const;

/** At zoom z the world is 256 · 2^z px wide. */
export interface Viewport extends Point {
  zoom: number;
}

export function unitsPerPx(zoom: number): number {
  return MAP_UNITS / (256 * 2 ** zoom);
}

/** Rounds by some px, so that similar viewports share an address and a cache entry. */
const decimals = (zoom: number) => (zoom <= 2 ? 0 : zoom <= 6 ? 1 : 2);

function rounded(viewport: Viewport): Viewport {
  const factor = 10 ** decimals(viewport.zoom);
  const round = (degrees: number) => Math.round(degrees * factor) / factor + 0;
  return { zoom: viewport.zoom, lat: round(viewport.lat), lng: round(viewport.lng) };
}

export function formatViewport(viewport: Viewport): string {
  const { zoom, lat, lng } = rounded(viewport);
  return [zoom, lat.toFixed(decimals(zoom)), lng.toFixed(decimals(zoom))].join("/");
}

/** Undefined for another format than formatViewport's; rounds further decimals. */
export function parseViewport(text: string): Viewport | undefined {
  const match = /^(\d{1,2})\/(-?\d{1,3}(?:\.\d{1,8})?)\/(-?\d{1,3}(?:\.\d{1,8})?)$/.exec(text);
  if (match === null) return undefined;
  const [zoom = 0, lat = 0, lng = 0] = match.slice(1).map(Number);
  if (zoom < MIN_ZOOM || zoom > MAX_ZOOM || Math.abs(lat) > 85 || Math.abs(lng) > 180) return undefined;
  return rounded({ zoom, lat, lng });
}

/** Highest zoom with everything within `km` of `center`. */
export function viewportAround(center: Point, km: number): Viewport {
  const [box, ...more] = boxesAround(center, km);
  const across = (box ? box.east - box.west : 0) + more.reduce((sum, { east, west }) => sum + east - west, 0);
  return rounded({ ...center, zoom: zoomFor(across, box ? box.south - box.north : 0) });
}

/** Highest zoom with all of `box` and a margin. */
export function fitViewport(box: MapBox): Viewport {
  const middle = fromMap({ x: (box.west + box.east) / 2, y: (box.north + box.south) / 2 });
  return rounded({ ...middle, zoom: zoomFor((box.east - box.west) * 1.2, (box.south - box.north) * 1.2) });
}

function zoomFor(width: number, height: number): number {
  for (let zoom = MAX_ZOOM; zoom > MIN_ZOOM; zoom--) {
    const units = unitsPerPx(zoom);
    if (width <= VIEWPORT.width * units && height <= VIEWPORT.height * units) return zoom;
  }
  return MIN_ZOOM;
}

/** By px of the viewport; limited to the map. */
export function panViewport(viewport: Viewport, dx: number, dy: number): Viewport {
  const units = unitsPerPx(viewport.zoom);
  const middle = toMap(viewport);
  const y = Math.min(Math.max(middle.y + dy * units, 0), MAP_UNITS - 1);
  const x = (((middle.x + dx * units) % MAP_UNITS) + MAP_UNITS) % MAP_UNITS;
  return rounded({ ...fromMap({ x, y }), zoom: viewport.zoom });
}

/** Undefined beyond the smallest or largest zoom. */
export function zoomViewport(viewport: Viewport, steps: number): Viewport | undefined {
  const zoom = viewport.zoom + steps;
  return zoom < MIN_ZOOM || zoom > MAX_ZOOM ? undefined : rounded({ ...viewport, zoom });
}

/** Of the projected map; two across the date line. */
export function toBoxes(viewport: Viewport): MapBox[] {
  const units = unitsPerPx(viewport.zoom);
  const { x, y } = toMap(viewport);
  const half = Math.min((VIEWPORT.width / 2) * units, MAP_UNITS / 2);
  const north = Math.max(0, Math.ceil(y - (VIEWPORT.height / 2) * units));
  const south = Math.min(MAP_UNITS - 1, Math.floor(y + (VIEWPORT.height / 2) * units));
  const west = Math.ceil(x - half);
  const east = Math.floor(x + half);
  const last = MAP_UNITS - 1;
  if (east - west >= last) return [{ west: 0, north, east: last, south }];
  const box = { west: Math.max(west, 0), north, east: Math.min(east, last), south };
  if (west < 0) return [{ ...box, west: west + MAP_UNITS, east: last }, box];
  if (east > last) return [box, { ...box, west: 0, east: east - MAP_UNITS }];
  return [box];
}

/** px from the viewport's corner; the nearest repetition of a point of the projected map. */
export function toViewport(viewport: Viewport, point: MapPoint): MapPoint {
  const units = unitsPerPx(viewport.zoom);
  const middle = toMap(viewport);
  let across = point.x - middle.x;
  if (across > MAP_UNITS / 2) across -= MAP_UNITS;
  if (across < -MAP_UNITS / 2) across += MAP_UNITS;
  return {
    x: Math.round(across / units + VIEWPORT.width / 2),
    y: Math.round((point.y - middle.y) / units + VIEWPORT.height / 2),
  };
}

/**
 * Each with the position of its corner, px. None beyond the poles; to east and west they repeat.
 * @param side of a tile, px
 */
export function listTiles(viewport: Viewport, side: number) {
  const across = (256 * 2 ** viewport.zoom) / side;
  const units = unitsPerPx(viewport.zoom);
  const middle = toMap(viewport);
  const leftEdge = Math.round(middle.x / units - VIEWPORT.width / 2);
  const top = Math.round(middle.y / units - VIEWPORT.height / 2);
  const tiles: ({ column: number; row: number } & MapPoint)[] = [];
  for (let row = Math.max(0, Math.floor(top / side)); row < across && row * side < top + VIEWPORT.height; row++) {
    for (let index = Math.floor(leftEdge / side); index * side < leftEdge + VIEWPORT.width; index++) {
      const column = ((index % across) + across) % across;
      tiles.push({ column, row, x: index * side - leftEdge, y: row * side - top });
    }
  }
  return tiles;
}

/** Also if at most `px` outside. */
export function isInViewport({ x, y }: MapPoint, px = 0): boolean {
  return x >= -px && y >= -px && x <= VIEWPORT.width + px && y <= VIEWPORT.height + px;
}
