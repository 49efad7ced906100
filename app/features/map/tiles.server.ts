import { baseMapVersion, tileSvg } from "~/services/base-map/base-map.server";

export interface MapTile {
  svg: string;
  /** Of the base map it was drawn from. */
  version: string;
  /** Its version is the requested one, so that it may be cached for good. */
  current: boolean;
}

/**
 * A tile of the base map; for another version than the present one (the page is older) the present one's tile.
 * @param address as requested, not validated
 * @returns undefined where there is no such tile
 */
export function findMapTile(address: { version: string; zoom: string; column: string; row: string }) {
  const [zoom, column, row] = [address.zoom, address.column, address.row].map(wholeNumber);
  const svg = tileSvg(zoom ?? Number.NaN, column ?? Number.NaN, row ?? Number.NaN);
  if (svg === undefined) return undefined;
  const version = baseMapVersion();
  return { svg, version, current: version === address.version } satisfies MapTile;
}

/** Accepts the canonical form only, so that a tile has one address; NaN for anything else. */
const wholeNumber = (text: string) => (/^(0|[1-9]\d{0,3})$/.test(text) ? Number(text) : Number.NaN);
