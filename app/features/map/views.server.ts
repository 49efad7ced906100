import type { EventRowView } from "~/features/events/list.server";
import type { GarageCardView } from "~/features/garages/queries.server";
import type { TileServer } from "~/services/base-map/tiles.server";
import type { Place } from "~/services/geocoder/place";
import type { Viewport } from "./viewport";

/** The point from which distances are measured. */
export interface CenterView {
  /** "Birmingham, United Kingdom"; for a shared position the nearest town's. */
  label: string;
  lat: number;
  lng: number;
  kind: Place["kind"];
}

/** A mark for one or several things; `x` and `y` in px of the viewport. */
export interface MarkView {
  x: number;
  y: number;
  events: number;
  garages: number;
  /** "3 events and 1 garage in Birmingham, United Kingdom", "12 events around …". */
  label: string;
  /** Its link: a higher zoom for a cluster, the thing's own page for a single one, a search around a town for several. */
  to: { path: string } | { map: string } | { place: string; radius: number };
  /** Those of its towns that have rows in the list, as these number them. */
  towns: number[];
}

/** The name of a big place, px of the viewport; rank 1 is the biggest. */
export interface LabelView {
  name: string;
  x: number;
  y: number;
  rank: number;
}

/** A tile of the base map and the position of its corner, px of the viewport. */
export interface TileView {
  href: string;
  x: number;
  y: number;
  side: number;
}

interface ResultPlace {
  /** Its town among those of the page's list, numbered from 1; 0 without one. */
  town: number;
  /** "Birmingham, United Kingdom". */
  near: string;
  /** km from the centre to the town's centre; null where there is no centre. */
  km: number | null;
}

export type ResultView =
  | (ResultPlace & { kind: "event"; event: EventRowView })
  | (ResultPlace & { kind: "garage"; garage: GarageCardView });

/** The first things without a map position, and whether there are more. */
export interface UnplacedView {
  /** "somewhere in England, United Kingdom, or elsewhere in the country"; empty where no place is asked for. */
  somewhere: string;
  events: EventRowView[];
  garages: GarageCardView[];
  moreEvents: boolean;
  moreGarages: boolean;
}

export interface MapView {
  viewport: Viewport;
  /** Null where the search names none. */
  center: CenterView | null;
  /** Other places of the centre's name, as labels, largest first. */
  alternatives: string[];
  /** Distances are from the middle of the map, because the centre is outside of it. */
  fromMiddle: boolean;
  /** The search radius, km; null where the map was moved or nothing was searched. */
  radius: number | null;
  /** The search radius as a circle, px; null where the map was moved or nothing was searched. */
  ring: { x: number; y: number; r: number } | null;
  tiles: TileView[];
  /** The configured tile server; null where we draw the tiles ourselves. */
  tileServer: TileServer | null;
  labels: LabelView[];
  marks: MarkView[];
  /** Nearest first; without a centre the soonest events. */
  results: ResultView[];
  total: number;
  /** Rows that can be paged through, 1,000 at most. */
  listed: number;
  page: number;
  limit: number;
  unplaced: UnplacedView | null;
  /** Set where the list holds all garages without a map position; null where it holds the map's things. */
  garagesOf: { somewhere: string } | null;
}
