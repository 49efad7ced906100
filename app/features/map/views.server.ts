import type { EventRowView } from "~/features/events/list.server";
import type { GarageCardView } from "~/features/garages/queries.server";
import type { TileServer } from "~/services/base-map/tiles.server";
import type { Place } from "~/services/geocoder/place";
import type { Viewport } from "./viewport";

/** What distances are measured from. */
export interface CenterView {
  /** "Birmingham, GB"; for a shared position the nearest town's. */
  label: string;
  lat: number;
  lng: number;
  kind: Place["kind"];
}

/** One or several things on the map, px of the viewport. */
export interface MarkView {
  x: number;
  y: number;
  events: number;
  garages: number;
  /** What it says: "3 events and 1 garage in Birmingham, GB", "12 events near …". */
  label: string;
  /** Where it leads: nearer for a cluster, the thing's own page for a single one, the town's things for a full town. */
  to: { path: string } | { map: string } | { place: string; radius: number };
  /** Ids of those of its towns that have rows in the list. */
  towns: number[];
}

/** The name of a big place, px of the viewport; rank 1 is the biggest. */
export interface LabelView {
  name: string;
  x: number;
  y: number;
  rank: number;
}

/** A picture of the base map and where its corner lies, px of the viewport. */
export interface TileView {
  href: string;
  x: number;
  y: number;
  side: number;
}

interface Placed {
  /** Id of the town; 0 without one. */
  town: number;
  /** "Birmingham, GB". */
  near: string;
  /** km from the centre to the town's centre; null where there is no centre. */
  km: number | null;
}

export type ResultView =
  | (Placed & { kind: "event"; event: EventRowView })
  | (Placed & { kind: "garage"; garage: GarageCardView });

/** What has no point on the map: the first of it, and whether there is more. */
export interface UnplacedView {
  /** "somewhere in England, GB, or elsewhere in the country"; empty where no place is asked for. */
  somewhere: string;
  events: EventRowView[];
  garages: GarageCardView[];
  moreEvents: boolean;
  moreGarages: boolean;
}

export interface MapView {
  viewport: Viewport;
  /** Null where nobody has said where. */
  center: CenterView | null;
  /** Other places of the centre's name, as labels, largest first. */
  alternatives: string[];
  /** Distances are from the middle of the map, because the centre is not on it. */
  fromMiddle: boolean;
  /** How far was searched, km; null where the map was moved or nothing was searched. */
  radius: number | null;
  /** The search radius as a circle, px; null where the map was moved or nothing was searched. */
  ring: { x: number; y: number; r: number } | null;
  tiles: TileView[];
  /** Where the pictures come from, where that is somebody else's server. */
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
  /** Where the list is of all garages without a map position, and where those are; null where it is of the map. */
  garagesOf: { somewhere: string } | null;
}
