import { createHash } from "node:crypto";
import { and, asc, between, eq, gte, lte, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { baseLabels, baseMap, baseTiles } from "~/db/world/base-map";
import { preparedWorld } from "~/db/world/world.server";
import { MAP_UNITS, type MapBox } from "~/lib/geo";
import { MAX_ZOOM, MIN_ZOOM, TILE_SIZE, tilesAcross } from "~/lib/map-tiles";
import { cutDots, formatDots, parseDots } from "./dots";
import { drawTile, type TileDrawing } from "./drawing";
import { cutAreas, cutLines, fromPath, toPath } from "./outline";
import { DEEPEST_ZOOM, MARGIN, unitsPerPixel } from "./scale";

/** A town's label on the map. */
export interface LabelView {
  name: string;
  /** On the flat map, see `lib/geo.ts`. */
  x: number;
  y: number;
  /** From 1, a metropolis, to 4. */
  rank: number;
}

/** Version of the rendering code: raise it when the same data gives a different tile. */
const DRAWING = 1;

const versionQuery = preparedWorld((world) => world.select().from(baseMap).prepare());

const tileQuery = preparedWorld((world) => {
  const { zoom, x, y, land, borders, towns } = baseTiles;
  const value = sql.placeholder;
  return world
    .select({ land, borders, towns })
    .from(baseTiles)
    .where(and(eq(zoom, value("zoom")), eq(x, value("x")), eq(y, value("y"))))
    .prepare();
});

const labelQuery = preparedWorld((world) => {
  const { zoom, tileX, tileY, place, name, x, y, rank } = baseLabels;
  const value = sql.placeholder;
  return world
    .select({ name, x, y, rank })
    .from(baseLabels)
    .where(
      and(
        eq(zoom, value("zoom")),
        between(tileX, value("firstX"), value("lastX")),
        between(tileY, value("firstY"), value("lastY")),
        gte(x, value("west")),
        lte(x, value("east")),
        gte(y, value("north")),
        lte(y, value("south")),
      ),
    )
    .orderBy(asc(place))
    .limit(value("limit"))
    .prepare();
});

let version: string | undefined;

/** Identifies data and rendering of the base map, so that tiles can be cached for ever. */
export function baseMapVersion(): string {
  version ??= createHash("sha256")
    .update(`${versionQuery().get()?.version} ${DRAWING} ${drawTile({ zoom: 1, left: 0, top: 0, ...SEA })}`)
    .digest("hex")
    .slice(0, 10);
  return version;
}

/**
 * A tile of the base map as an SVG document; it follows the viewer's light or dark colour scheme.
 * @param x, y columns from the west, rows from the north
 * @returns undefined where there is no such tile
 */
export function tileSvg(zoom: number, x: number, y: number): string | undefined {
  const areIntegers = [zoom, x, y].every(Number.isInteger);
  if (!areIntegers || zoom < MIN_ZOOM || zoom > MAX_ZOOM || Math.min(x, y) < 0 || Math.max(x, y) >= tilesAcross(zoom)) {
    return undefined;
  }
  return drawTile(zoom <= DEEPEST_ZOOM ? ownTile(zoom, x, y) : partOfTile(zoom, x, y));
}

/** Tiles without land have no row. */
const SEA = { land: "", borders: "", towns: "" };

function ownTile(zoom: number, x: number, y: number): TileDrawing {
  return { zoom, left: 0, top: 0, ...(tileQuery().get({ zoom, x, y }) ?? SEA) };
}

/** A tile below the deepest stored zoom: cut out of its ancestor there. */
function partOfTile(zoom: number, x: number, y: number): TileDrawing {
  const parts = 2 ** (zoom - DEEPEST_ZOOM);
  const ancestor = ownTile(DEEPEST_ZOOM, Math.floor(x / parts), Math.floor(y / parts));
  const side = TILE_SIZE * unitsPerPixel(zoom);
  const margin = MARGIN * unitsPerPixel(zoom);
  const [left, top] = [(x % parts) * side, (y % parts) * side];
  const box = { west: left - margin, north: top - margin, east: left + side + margin, south: top + side + margin };
  return {
    zoom,
    left,
    top,
    land: toPath(cutAreas(fromPath(ancestor.land), box), true),
    borders: toPath(cutLines(fromPath(ancestor.borders), box), false),
    towns: formatDots(cutDots(parseDots(ancestor.towns), box)),
  };
}

/** Labels of boxes, which only other data changes. */
const labelsOf = preparedWorld(() => new LRUCache<string, LabelView[]>({ max: 200 }));

/** The largest towns of a box whose labels fit at this zoom, largest first. */
export function listLabels(zoom: number, box: MapBox, limit: number): LabelView[] {
  const side = MAP_UNITS / tilesAcross(zoom);
  const tile = (at: number) => Math.floor(at / side);
  const tiles = { firstX: tile(box.west), lastX: tile(box.east), firstY: tile(box.north), lastY: tile(box.south) };
  const key = [zoom, limit, box.west, box.north, box.east, box.south].join("/");
  const labels = labelsOf().get(key) ?? labelQuery().all({ zoom, limit, ...box, ...tiles });
  labelsOf().set(key, labels);
  return labels;
}
