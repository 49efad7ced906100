import { TILE_SIZE, tilePicture } from "~/lib/map-tiles";
import type { TypedMapSearch } from "../address";
import { scaleBar, type Units } from "../format";
import type { VIEWPORT } from "../viewport";
import type { MapView, TileView } from "../views.server";
import { MapMarks } from "./map-marks";

const SIZE: typeof VIEWPORT = { width: 640, height: 480 };
/** Of the biggest towns, so many names have room on a phone. */
const LABELS_ON_PHONE = 6;
/** What is only to be looked at: the heading and the list say it in words. */
const UNSPOKEN = { "aria-hidden": true } as const;

interface MapDrawingProps {
  view: MapView;
  typed: TypedMapSearch;
  units: Units;
  /** What it shows, in words. */
  label: string;
}

/** The map: pictures of the land, the circle that was searched, names of big towns, what was found, the scale. */
export function MapDrawing({ view, typed, units, label }: MapDrawingProps) {
  const { viewport, tiles, labels, marks, ring } = view;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that holds links is a group, and no form's
    <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="group" aria-label={label} className="map">
      <g className="map-moving">
        {tiles.map((tile) => (
          <image key={`${tile.x}/${tile.y}`} href={tile.href} {...pictureOf(tile)} />
        ))}
        {ring === null ? null : (
          <g {...UNSPOKEN}>
            <circle cx={ring.x} cy={ring.y} r={ring.r} className="map-ring" />
            <path d={`M${ring.x - 6} ${ring.y}h12m-6-6v12`} className="map-middle" />
          </g>
        )}
        <g {...UNSPOKEN}>
          {labels.map(({ name, x, y }, at) => (
            <text
              key={`${name}/${x}/${y}`}
              x={x}
              y={y}
              className={`map-name ${at < LABELS_ON_PHONE ? "" : "map-minor"}`}
            >
              {name}
            </text>
          ))}
        </g>
        <MapMarks marks={marks} typed={typed} />
      </g>
      <Scale {...scaleBar(viewport, units)} />
    </svg>
  );
}

/** Our own pictures overlap, so that no seam shines through where the map is scaled; those of a tile server end. */
function pictureOf({ x, y, side }: TileView) {
  return side === TILE_SIZE ? tilePicture({ x, y }) : { x, y, width: side + 0.5, height: side + 0.5 };
}

function Scale({ px, text }: { px: number; text: string }) {
  return (
    <g transform={`translate(12 ${SIZE.height - 12})`} {...UNSPOKEN} className="map-scale">
      <path d={`M0-6v6h${px}v-6`} />
      <text x="5" y="-5">
        {text}
      </text>
    </g>
  );
}
