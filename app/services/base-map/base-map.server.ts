import { createHash } from "node:crypto";
import { and, asc, between, eq, gte, lte, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { baseLabels, baseMap, baseTiles } from "~/db/world/schema";
import { preparedWorld } from "~/db/world/world.server";
import { type Env, env } from "~/env.server";
import { MAP_UNITS, type MapBox } from "~/lib/geo";
import { MAX_ZOOM, MIN_ZOOM, TILE_SIZE, tilePath, tilesAcross } from "~/lib/map-tiles";
import { DEEPEST_ZOOM, drawTile, unitsPerPixel } from "./drawing";

export type LabelView = Pick<typeof baseLabels.$inferSelect, "name" | "x" | "y" | "rank">;

/** Raise it if the same data gives a different tile. */
const DRAWING = 2;

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

/** Of data and rendering, so that tiles can be cached for ever. */
export function baseMapVersion(): string {
  version ??= createHash("sha256")
    .update(`${versionQuery().get()?.version} ${DRAWING} ${drawTile({ zoom: 1, left: 0, top: 0, ...SEA })}`)
    .digest("hex")
    .slice(0, 10);
  return version;
}

/**
 * Follows the viewer's colour scheme.
 * @param x, y columns from the west, rows from the north
 */
export function tileSvg(zoom: number, x: number, y: number): string | undefined {
  const areIntegers = [zoom, x, y].every(Number.isInteger);
  if (!areIntegers || zoom < MIN_ZOOM || zoom > MAX_ZOOM || Math.min(x, y) < 0 || Math.max(x, y) >= tilesAcross(zoom)) {
    return undefined;
  }
  // Below the deepest stored zoom, a part of the stored tile is enlarged.
  const parts = 2 ** Math.max(0, zoom - DEEPEST_ZOOM);
  const side = TILE_SIZE * unitsPerPixel(zoom);
  const storedTile = { zoom: Math.min(zoom, DEEPEST_ZOOM), x: Math.floor(x / parts), y: Math.floor(y / parts) };
  return drawTile({ zoom, left: (x % parts) * side, top: (y % parts) * side, ...(tileQuery().get(storedTile) ?? SEA) });
}

/** Tiles without land have no row. */
const SEA = { land: "", borders: "", towns: "" };

const labelsOf = preparedWorld(() => new LRUCache<string, LabelView[]>({ max: 200 }));

/** Largest first, if their labels fit at this zoom. */
export function listLabels(zoom: number, box: MapBox, limit: number): LabelView[] {
  const side = MAP_UNITS / tilesAcross(zoom);
  const tile = (at: number) => Math.floor(at / side);
  const tiles = { firstX: tile(box.west), lastX: tile(box.east), firstY: tile(box.north), lastY: tile(box.south) };
  const key = [zoom, limit, box.west, box.north, box.east, box.south].join("/");
  const labels = labelsOf().get(key) ?? labelQuery().all({ zoom, limit, ...box, ...tiles });
  labelsOf().set(key, labels);
  return labels;
}

interface TileServer {
  url: string;
  attribution: Env["MAP_ATTRIBUTION"];
}

/** null for our own tiles (map README, No third party is asked). */
export function findTileServer(): TileServer | null {
  const { MAP_TILE_URL: url, MAP_ATTRIBUTION: attribution } = env();
  return url === undefined ? null : { url, attribution };
}

/** Pixels; external tile servers use 256. */
export function tileSide(): number {
  return findTileServer() ? 256 : TILE_SIZE;
}

/** @param zoom at which the world is 256 · 2^zoom px wide */
export function tileAddress(zoom: number, column: number, row: number): string {
  const server = findTileServer();
  if (!server) return tilePath(baseMapVersion(), { zoom, column, row });
  return server.url.replace("{z}", String(zoom)).replace("{x}", String(column)).replace("{y}", String(row));
}
