import { type Env, env } from "~/env.server";
import { TILE_SIZE, tilePath } from "~/lib/map-tiles";
import { baseMapVersion } from "./base-map.server";

/** A tile server of MAP_TILE_URL, in the place of our own map. */
export interface TileServer {
  /** With {z}, {x} and {y} in it. */
  url: string;
  /** Whose map it is, and where they say more; null where nobody said. */
  attribution: Env["MAP_ATTRIBUTION"];
}

/** The tile server that draws the map; null where we draw it ourselves (map README, No third party is asked). */
export function findTileServer(): TileServer | null {
  const { MAP_TILE_URL: url, MAP_ATTRIBUTION: attribution } = env();
  return url === undefined ? null : { url, attribution };
}

/** Side of a tile, px of the drawn map: tile servers agree on 256. */
export function tileSide(): number {
  return findTileServer() ? 256 : TILE_SIZE;
}

/**
 * Where the picture of a tile is fetched from.
 * @param zoom the world is 256 · 2^zoom px wide
 */
export function tileAddress(zoom: number, column: number, row: number): string {
  const server = findTileServer();
  if (!server) return tilePath(baseMapVersion(), { zoom, column, row });
  return server.url.replace("{z}", String(zoom)).replace("{x}", String(column)).replace("{y}", String(row));
}
