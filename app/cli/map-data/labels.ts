import { MAP_UNITS, toMap } from "~/lib/geo";
import { MAX_ZOOM, MIN_ZOOM, TILE_SIZE } from "~/lib/map-tiles";
import type { DumpedTown } from "./geonames";

/** What the map shows of a town. */
export type DrawnTown = Pick<DumpedTown, "name" | "lat" | "lng" | "population" | "isPart">;

/** A town's name at a zoom. */
export interface Label {
  zoom: number;
  tileX: number;
  tileY: number;
  /** Its place in the order of size, over the whole map. */
  place: number;
  name: string;
  x: number;
  y: number;
  rank: number;
}

/** Horizontal distance to a larger town's label, pixels, and more for each letter past the tenth. */
const ASIDE = 80;
const LETTER = 7.5;
/** Vertical distance, pixels. */
const ABOVE = 42;
const A_TILE = 8;

/** Least population of a labelled town by zoom. */
const LEAST = [0, 1_000_000, 500_000, 500_000, 250_000, 50_000, 10_000, 3_000];

/** Inhabitants from which a town has rank 1, 2, 3. */
const RANKS = [3_000_000, 500_000, 100_000];

/**
 * Chooses the labels of each zoom: the largest towns, spread out. Each zoom starts afresh, so that a town that was
 * displaced by a larger one does not find its place taken.
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
  const above = RANKS.findIndex((least) => town.population >= least);
  const rank = above < 0 ? RANKS.length + 1 : above + 1;
  return { zoom: 0, tileX: 0, tileY: 0, place, name: town.name, ...toMap(town), rank };
}

/** The labels of one zoom, indexed by tile. */
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
        if (this.#tiles.get(x * 4096 + y)?.some((other) => this.#isNear(label, other))) return false;
      }
    }
    return true;
  }

  #tileOf({ x, y }: Label): [number, number] {
    const side = TILE_SIZE * this.#unit;
    return [Math.floor(x / side), Math.floor(y / side)];
  }

  #isNear(a: Label, b: Label): boolean {
    const aside = ASIDE + LETTER * Math.max(0, a.name.length - 10, b.name.length - 10);
    return Math.abs(a.x - b.x) < aside * this.#unit && Math.abs(a.y - b.y) < ABOVE * this.#unit;
  }
}
