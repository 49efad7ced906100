import { baseMapVersion, tileSvg } from "~/services/base-map/base-map.server";

/**
 * A tile of the base map; for another version than the present one (the page is older) the present one's tile.
 * @param address as requested, not validated
 * @returns undefined where there is no such tile; `current` is one that may be cached for good
 */
export function findMapTile(address: { version: string; zoom: string; column: string; row: string }) {
  const svg = tileSvg(wholeNumber(address.zoom), wholeNumber(address.column), wholeNumber(address.row));
  const version = baseMapVersion();
  return svg === undefined ? undefined : { svg, version, current: version === address.version };
}

/** Accepts the canonical form only, so that a tile has one address; NaN for anything else. */
const wholeNumber = (text: string) => (/^(0|[1-9]\d{0,3})$/.test(text) ? Number(text) : Number.NaN);
