import { baseMapVersion, tileSvg } from "~/services/base-map/base-map.server";

/**
 * For another version (an older page) the current one's tile.
 * @param address as requested, not validated
 * @returns undefined without such a tile; `current` allows permanent caching
 */
export function findMapTile(address: { version: string; zoom: string; column: string; row: string }) {
  const svg = tileSvg(wholeNumber(address.zoom), wholeNumber(address.column), wholeNumber(address.row));
  const version = baseMapVersion();
  return svg === undefined ? undefined : { svg, version, current: version === address.version };
}

/** NaN unless canonical, so that a tile has one address. */
const wholeNumber = (text: string) => (/^(0|[1-9]\d{0,3})$/.test(text) ? Number(text) : Number.NaN);
