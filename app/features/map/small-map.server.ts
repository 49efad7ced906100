import type { PlaceOfRow } from "~/features/places/queries.server";
import { coarse, toMap } from "~/lib/geo";
import { findTileServer } from "~/services/base-map/base-map.server";
import { drawLabels, drawTiles } from "./draw.server";
import { toViewport } from "./viewport";

const ZOOM = 8;
/** As `viewBox` of the component shows it. */
const FRAME = { width: 360, height: 220 };

export type SmallMapView = NonNullable<ReturnType<typeof smallMap>>;

/**
 * Around a town. An external tile server is asked on the map's own page only.
 * @returns null for a region or country, and with a tile server
 */
export function smallMap(place: PlaceOfRow | null | undefined) {
  if (place?.kind !== "town" || findTileServer() !== null) return null;
  const viewport = { ...coarse(place), zoom: ZOOM };
  const mark = toViewport(viewport, toMap(viewport));
  const labels = drawLabels(viewport, [{ ...mark, events: 1, garages: 0 }], FRAME);
  return { tiles: drawTiles(viewport), labels, mark };
}
