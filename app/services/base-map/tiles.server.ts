import { type Env, env } from "~/env.server";
import { TILE_SIZE, tilePath } from "~/lib/map-tiles";
import { baseMapVersion } from "./base-map.server";

/** An external tile server (MAP_TILE_URL), used instead of our own tiles. */
export interface TileServer {
  /** URL template with {z}, {x} and {y}. */
  url: string;
  /** Credit text and link; null where not configured. */
  attribution: Env["MAP_ATTRIBUTION"];
}

/** The external tile server; null where we draw the tiles ourselves (map README, No third party is asked). */
export function findTileServer(): TileServer | null {
  const { MAP_TILE_URL: url, MAP_ATTRIBUTION: attribution } = env();
  return url === undefined ? null : { url, attribution };
}

/** Width of a tile in pixels; external tile servers use 256. */
export function tileSide(): number {
  return findTileServer() ? 256 : TILE_SIZE;
}

/**
 * URL of a tile.
 * @param zoom at which the world is 256 · 2^zoom px wide
 */
export function tileAddress(zoom: number, column: number, row: number): string {
  const server = findTileServer();
  if (!server) return tilePath(baseMapVersion(), { zoom, column, row });
  return server.url.replace("{z}", String(zoom)).replace("{x}", String(column)).replace("{y}", String(row));
}
