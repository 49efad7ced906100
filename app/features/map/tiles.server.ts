import { baseMapVersion, tileSvg } from "~/services/base-map/base-map.server";

export interface MapTile {
  svg: string;
  /** Which base map it is of. */
  version: string;
  /** It is the one that was asked for, and never changes. */
  current: boolean;
}

/**
 * A tile of the base map. Of a base map that is no longer there the present one's tile: the page that asks is old.
 * @param address as it was asked for, checked by nobody yet
 * @returns undefined where there is no such tile
 */
export function findMapTile(address: { version: string; zoom: string; column: string; row: string }) {
  const [zoom, column, row] = [address.zoom, address.column, address.row].map(wholeNumber);
  const svg = tileSvg(zoom ?? Number.NaN, column ?? Number.NaN, row ?? Number.NaN);
  if (svg === undefined) return undefined;
  const version = baseMapVersion();
  return { svg, version, current: version === address.version } satisfies MapTile;
}

/** Written in one way only, so that a tile has one address. */
const wholeNumber = (text: string) => (/^(0|[1-9]\d{0,3})$/.test(text) ? Number(text) : Number.NaN);
