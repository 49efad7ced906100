import { MAP_UNITS, toMap } from "~/lib/geo";
import { MAX_ZOOM, MIN_ZOOM, TILE_SIZE, tilesAcross } from "~/lib/map-tiles";
import { MARGIN, unitsPerPixel } from "~/services/base-map/drawing";
import type { DumpedTown } from "./geonames";

type DrawnTown = Pick<DumpedTown, "name" | "lat" | "lng" | "population" | "isPart">;

interface Label {
  zoom: number;
  tileX: number;
  tileY: number;
  /** By size, largest first, over the whole map. */
  place: number;
  name: string;
  x: number;
  y: number;
  rank: number;
}

/** Minimum horizontal distance of labels, pixels, and the extra for each letter past the tenth. */
const ASIDE = 80;
const LETTER = 7.5;
/** Minimum vertical distance, pixels. */
const ABOVE = 42;
const A_TILE = 8;

/** Minimum population by zoom. */
const LEAST = [0, 1_000_000, 500_000, 500_000, 250_000, 50_000, 10_000, 3_000];

/** Minimum population. */
const RANKS = [3_000_000, 500_000, 100_000];

/**
 * The largest towns, spread out. Each zoom starts with an empty map, so that a displaced town can appear at the next.
 * @param towns largest first
 */
export function spreadLabels(towns: readonly DrawnTown[]): Label[] {
  const labels: Label[] = [];
  const all = towns.map(toLabel).filter(({ place }) => !towns[place]?.isPart);
  for (let zoom = MIN_ZOOM; zoom <= MAX_ZOOM; zoom++) {
    const spread = new Spread(zoom);
    const least = LEAST[zoom] ?? 0;
    const count = towns.findIndex(({ population }) => population < least);
    for (const label of count < 0 ? all : all.filter(({ place }) => place < count)) {
      if (spread.hasRoom(label)) spread.add(label);
    }
    labels.push(...spread.labels);
  }
  return labels;
}

function toLabel(town: DrawnTown, place: number): Label {
  const rankIndex = RANKS.findIndex((least) => town.population >= least);
  const rank = rankIndex < 0 ? RANKS.length + 1 : rankIndex + 1;
  return { zoom: 0, tileX: 0, tileY: 0, place, name: town.name, ...toMap(town), rank };
}

class Spread {
  readonly #tiles = new Map<number, Label[]>();
  readonly #unit: number;

  constructor(readonly zoom: number) {
    this.#unit = MAP_UNITS / (256 * 2 ** zoom);
  }

  get labels(): Label[] {
    return [...this.#tiles.values()].flat();
  }

  add(label: Label): void {
    const [tileX, tileY] = this.#tileOf(label);
    const key = tileX * 4096 + tileY;
    this.#tiles.set(key, [...(this.#tiles.get(key) ?? []), { ...label, zoom: this.zoom, tileX, tileY }]);
  }

  hasRoom(label: Label): boolean {
    const [tileX, tileY] = this.#tileOf(label);
    if ((this.#tiles.get(tileX * 4096 + tileY)?.length ?? 0) >= A_TILE) return false;
    for (let x = tileX - 1; x <= tileX + 1; x++) {
      for (let y = tileY - 1; y <= tileY + 1; y++) {
        if (this.#tiles.get(x * 4096 + y)?.some((otherLabel) => this.#isNear(label, otherLabel))) return false;
      }
    }
    return true;
  }

  #tileOf({ x, y }: Label): [number, number] {
    const side = TILE_SIZE * this.#unit;
    return [Math.floor(x / side), Math.floor(y / side)];
  }

  #isNear(a: Label, b: Label): boolean {
    const offset = ASIDE + LETTER * Math.max(0, a.name.length - 10, b.name.length - 10);
    return Math.abs(a.x - b.x) < offset * this.#unit && Math.abs(a.y - b.y) < ABOVE * this.#unit;
  }
}

/** People per square kilometre, for the size of a spot. */
const DENSITY = 3000;
/** Km: the largest towns are denser. */
const MAX_RADIUS = 18;
/** Pixels; smaller spots are left out. */
const MIN_WIDTH = 4;
const EQUATOR = 40_075;

/**
 * Built-up areas as round spots, by tile ("x/y"). The data has no outlines of towns; spots show populated and empty
 * regions.
 */
export function spotTowns(towns: readonly DrawnTown[], zoom: number): Map<string, string> {
  const unit = unitsPerPixel(zoom);
  const corner = TILE_SIZE * unit;
  const scale = (corner * tilesAcross(zoom)) / MAP_UNITS;
  const tiles = new Map<string, Map<number, number[]>>();
  for (const town of towns) {
    if (town.isPart) continue;
    const km = Math.min(Math.sqrt(town.population / DENSITY / Math.PI), MAX_RADIUS);
    const units = (corner * tilesAcross(zoom)) / (EQUATOR * Math.cos((town.lat * Math.PI) / 180));
    const width = roundToStep(2 * km * units);
    if (width < MIN_WIDTH * unit) continue;
    const center = toMap(town);
    const [x, y] = [Math.round(center.x * scale), Math.round(center.y * scale)];
    const reach = width / 2 + MARGIN * unit;
    for (let column = Math.floor((x - reach) / corner); column <= Math.floor((x + reach) / corner); column++) {
      for (let row = Math.floor((y - reach) / corner); row <= Math.floor((y + reach) / corner); row++) {
        const key = `${column}/${row}`;
        const widths = tiles.get(key) ?? new Map<number, number[]>();
        tiles.set(key, widths);
        const at = widths.get(width) ?? [];
        widths.set(width, at);
        at.push(x - column * corner, y - row * corner);
      }
    }
  }
  return new Map([...tiles].map(([key, widths]) => [key, [...widths].map(toLine).join("\n")]));
}

/** The diameter, then zero-length lines, which round caps draw as dots. */
function toLine([width, at]: [width: number, at: number[]]): string {
  let path = "";
  for (let i = 0; i < at.length; i += 2) {
    const dx = at[i]! - (at[i - 2] ?? 0);
    const dy = at[i + 1]! - (at[i - 1] ?? 0);
    path += `m${dx}${dy < 0 ? dy : ` ${dy}`}h0`;
  }
  return `${width} ${path}`;
}

/** Few widths, so that a tile needs few paths. */
const roundToStep = (width: number) => Math.round(1.3 ** Math.round(Math.log(width) / Math.log(1.3)));
